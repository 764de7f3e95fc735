import type { Passkey } from "../../contract/passkeys.ts";
import type { Session } from "../permissions.ts";
import { announceSignIn, postSignIn } from "./auth.ts";
import { request, requestPublic } from "./request.ts";
import { ServiceError } from "./service-error.ts";
import { texts } from "./texts.ts";

const SIGN_IN_TEXTS = {
  passkey_expired: texts.thisTookTooLong,
  passkey_refused: texts.thisPasskeyWasNot,
  passkey_unknown: texts.noAccountHasThis,
};

/** Why the browser returned no passkey, by the name of its error. */
const BROWSER_TEXTS: Record<string, string> = {
  NotAllowedError: texts.noPasskeyWasUsed,
  InvalidStateError: texts.thisDeviceAlreadyHas,
  SecurityError: texts.passkeysDoNotWork,
  NotSupportedError: texts.thisDeviceCannotKeep,
};

type RequestOptions = { data: PublicKeyCredentialRequestOptionsJSON };
type PublicKeyCredentialJSON = ReturnType<PublicKeyCredential["toJSON"]>;
type How = { signal?: AbortSignal; mediation?: CredentialMediationRequirement };

/** Whether this browser can read and write the service's form of passkeys. */
function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Whether the browser can offer passkeys in the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!hasPasskeys() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

/**
 * Signs in with a passkey that the person picks; with `mediation: "conditional"`, from the suggestions of the e-mail
 * field. Returns the e-mail of the person. Decision 0080.
 * @throws {ServiceError} a code of the sign-in, or `passkey_browser`; the browser's `AbortError` for an aborted `signal`
 */
export async function signInWithPasskey(how: How = {}): Promise<string> {
  if (!hasPasskeys()) throw browserError(texts.thisBrowserHasNo);
  const path = "/auth/passkey/options";
  const { data } = await requestPublic<RequestOptions>({ method: "POST", path, body: {}, isReadOnly: true });
  const credential = await readPasskey(data, how);
  try {
    await postSignIn("callback/passkey", { credential: JSON.stringify(credential) }, SIGN_IN_TEXTS);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "passkey_unknown") forgetPasskey(data.rpId, credential.id);
    throw error;
  }
  // The page knows nobody yet: the new session names the person.
  const answer = await fetch("/api/service/user/profile", { cache: "no-store" });
  const { data: person } = (await answer.json()) as { data: { email: string } };
  announceSignIn(person.email);
  return person.email;
}

/** Proves the identity of the signed-in person with one of their passkeys. Decision 0078. */
export async function provePasskey(session: Session): Promise<void> {
  if (!hasPasskeys()) throw browserError(texts.thisBrowserHasNoPasskeys);
  const { data } = await request<RequestOptions>(session, { method: "POST", path: "/user/step-up/options" });
  await request(session, { method: "POST", path: "/user/step-up", body: { passkey: await readPasskey(data) } });
}

/** Creates a passkey in the browser and adds it to the account. The recovery codes are shown only once. */
export async function addPasskey(
  session: Session,
  name: string,
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  if (!hasPasskeys()) throw browserError(texts.thisBrowserHasNoPasskeysUse);
  const path = "/user/passkeys/options";
  const { data } = await request<{ data: PublicKeyCredentialCreationOptionsJSON }>(session, { method: "POST", path });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
  const credential = toJson(await navigator.credentials.create({ publicKey }).catch(throwBrowserError));
  const added = await request<{ data: { passkey: Passkey; recoveryCodes: string[] } }>(session, {
    method: "POST",
    path: "/user/passkeys",
    body: { name, credential },
  });
  return added.data;
}

async function readPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  how: How = {},
): Promise<PublicKeyCredentialJSON> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(await navigator.credentials.get({ publicKey, ...how }).catch(throwBrowserError));
}

function toJson(credential: Credential | null): PublicKeyCredentialJSON {
  if (!(credential instanceof PublicKeyCredential)) throw browserError(texts.theBrowserReturnedNo);
  return credential.toJSON();
}

function throwBrowserError(error: unknown): never {
  if (!(error instanceof DOMException) || error.name === "AbortError") throw error;
  throw browserError(BROWSER_TEXTS[error.name] ?? texts.theBrowserCouldNot);
}

function browserError(message: string): ServiceError {
  return new ServiceError({ code: "passkey_browser", status: 0, message });
}

/** Lets the password manager drop a passkey that opens nothing any more. Not all browsers can. */
function forgetPasskey(rpId: string | undefined, credentialId: string): void {
  if (rpId === undefined || !("signalUnknownCredential" in PublicKeyCredential)) return;
  void PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}
