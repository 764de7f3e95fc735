import * as z from "zod";
import { RecoveryCodes, SessionReply } from "./auth.ts";
import { anybody, endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { NewPasskey, PasskeyAssertion } from "./passkey-credentials.ts";
import { Id, Instant, visibleName } from "./values.ts";

/** The options for the browser's call, in the JSON form of WebAuthn level 3. `challenge` works once, for 5 minutes. */
const BrowserOptions = z.looseObject({ challenge: z.string() }).meta({ id: "PasskeyOptions" });

const PasskeyName = visibleName(60).meta({ examples: ["Chrome on Windows"] });

/** `synced`: the passkey is backed up by its provider, so that other devices of the person have it too. */
const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    synced: z.boolean(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

const own = {
  tag: "Sign-in",
  source: "api 2, decision 0080",
  extension: true,
  dashboard: true,
  permission: null,
  status: 200,
} as const;

export const passkeyEndpoints = {
  startPasskeySignIn: endpoint({
    ...own,
    method: "POST",
    path: "/auth/passkey/options",
    summary: "Get the browser's options to sign in with a passkey",
    callers: anybody,
    reply: success({ data: BrowserOptions }),
  }),
  signInWithPasskey: endpoint({
    ...own,
    method: "POST",
    path: "/auth/passkey",
    summary: "Sign in with a passkey",
    // Returns tokens, so only the dashboard's server calls it.
    dashboard: false,
    callers: anybody,
    body: z.object({ credential: PasskeyAssertion }),
    reply: SessionReply,
  }),
  startPasskeyStepUp: endpoint({
    ...own,
    method: "POST",
    path: "/user/step-up/options",
    summary: "Get the browser's options to confirm that it is you with a passkey",
    callers: members,
    reply: success({ data: BrowserOptions }),
  }),
  listPasskeys: endpoint({
    ...own,
    method: "GET",
    path: "/user/passkeys",
    summary: "List your passkeys",
    callers: members,
    reply: success({ data: z.array(Passkey) }),
  }),
  startPasskey: endpoint({
    ...own,
    method: "POST",
    path: "/user/passkeys/options",
    summary: "Get the browser's options to create a passkey",
    callers: members,
    stepUp: true,
    reply: success({ data: BrowserOptions }),
  }),
  addPasskey: endpoint({
    ...own,
    method: "POST",
    path: "/user/passkeys",
    summary: "Add the passkey that the browser created",
    callers: members,
    status: 201,
    body: z.object({ name: PasskeyName, credential: NewPasskey }),
    reply: success({ data: RecoveryCodes.extend({ passkey: Passkey }) }),
  }),
  renamePasskey: endpoint({
    ...own,
    method: "PATCH",
    path: "/user/passkeys/{id}",
    summary: "Rename one of your passkeys",
    callers: members,
    params: z.object({ id: Id }),
    body: z.object({ name: PasskeyName }),
    reply: success({ data: Passkey }),
  }),
  removePasskey: endpoint({
    ...own,
    method: "DELETE",
    path: "/user/passkeys/{id}",
    summary: "Remove one of your passkeys",
    callers: members,
    stepUp: true,
    params: z.object({ id: Id }),
    reply: success({}),
  }),
};
