import type { PasskeyAssertion } from "../../../../contract/passkey-credentials.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { SessionReply } from "../sessions/session-reply.ts";
import { limitGuesses } from "../sign-in/attempt-limit.ts";
import { noteFailedSignIn } from "../sign-in/failed-sign-ins.ts";
import { openFirstSession } from "../sign-in/log-in.ts";
import { useChallenge } from "./challenge.ts";
import { checkAssertion } from "./check-assertion.ts";

const ATTEMPTS = 20;

/**
 * Signs in the person whom the passkey names, on the dashboard's channel: passkeys work only in a browser. No password
 * and no code is asked: the authenticator has verified the person, which makes two factors. Decision 0080.
 * @throws `passkey_expired`, `passkey_unknown`, `passkey_refused`, `no_merchant`, `merchant_suspended`, `passkeys_unavailable`;
 * `login_locked` after 20 refusals from one address
 */
export async function signInWithPasskey(
  ctx: PublicContext,
  input: { credential: PasskeyAssertion; userAgent: string | null },
): Promise<SessionReply> {
  const userId = await limitGuesses(ctx, "passkey", ATTEMPTS, () => findOwner(ctx, input));
  return await openFirstSession(ctx, userId, {
    channel: "dashboard",
    userAgent: input.userAgent,
    assurance: "passkey",
  });
}

async function findOwner(
  ctx: PublicContext,
  { credential, userAgent }: { credential: PasskeyAssertion; userAgent: string | null },
): Promise<string> {
  const { clientDataJSON } = credential.response;
  const challenge = await useChallenge(ctx, clientDataJSON, { purpose: "sign_in", userId: null });
  const result = await checkAssertion(ctx, credential, { challenge });
  if (result.kind === "unknown") throw new Failure("passkey_unknown");
  if (result.kind === "accepted") return result.userId;
  const reason = result.kind === "copied" ? "passkey_copied" : "passkey";
  await noteFailedSignIn(ctx, { account: { userId: result.userId }, reason, userAgent });
  throw new Failure("passkey_refused");
}
