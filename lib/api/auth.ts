import type { LoginBody } from "../../contract/login-body.ts";
import { clearBrowserStorage, keepSignOutDue, recordInput } from "./browser-storage.ts";
import { ServiceError } from "./service-error.ts";
import { sendToOtherTabs } from "./tab-messages.ts";
import { texts } from "./texts.ts";

/** A sign-out that has no answer by then is repeated by the next page. */
const SIGN_OUT_MS = 5_000;

const SIGN_IN_TEXTS: Record<string, string> = {
  wrong_login: texts.eMailOrPassword,
  login_locked: texts.tooManyFailedAttempts,
  no_merchant: texts.youBelongToNo,
  two_factor_required: texts.enterTheCodeOf,
  two_factor_wrong: texts.thisCodeIsWrong,
  not_verified: texts.thisAccountIsNot,
  service_unreachable: texts.signInDoesNot,
};

/**
 * Signs in. Afterwards the session is in an HttpOnly cookie. Dashboard 2.5, 3.
 * @throws {ServiceError} `wrong_login`, `login_locked` with `retryAfterSeconds`, `two_factor_required`,
 * `two_factor_wrong`, `not_verified`, `no_merchant`, `merchant_suspended` with the reason or `service_unreachable`
 */
export async function signIn({ email, password, code }: LoginBody): Promise<void> {
  await postSignIn("callback/credentials", { email, password, ...(code && { code }) });
  announceSignIn(email);
}

/** Signs in through a provider of next-auth. `texts` explain its own codes. @throws {ServiceError} with one of the codes */
export async function postSignIn(
  action: `callback/${string}`,
  fields: Record<string, string>,
  texts: Record<string, string> = {},
): Promise<void> {
  const error = await post(action, fields);
  if (error === undefined) return;
  // A locked sign-in carries its retry delay after a dot: login_locked.840
  const [errorCode = "", seconds] = error.split(".");
  if (errorCode === "merchant_suspended") {
    throw new ServiceError({ code: errorCode, status: 403, message: error.slice(errorCode.length + 1) });
  }
  const known = { ...SIGN_IN_TEXTS, ...texts };
  const code = errorCode in known ? errorCode : "service_unreachable";
  const retryAfterSeconds = seconds === undefined ? undefined : Number(seconds);
  throw new ServiceError({ code, status: 401, message: known[code] ?? "", retryAfterSeconds });
}

/** Starts the idle time, and tells the other tabs who has signed in. A sign-out that is due concerned the session before. */
export function announceSignIn(email: string): void {
  keepSignOutDue(false);
  recordInput();
  sendToOtherTabs({ kind: "signed_in", email });
}

/**
 * Ends the session at the service, clears cookie and browser storage, notifies other tabs, and opens the sign-in page.
 */
export async function signOut(): Promise<void> {
  await leave();
}

async function leave(suspension?: string): Promise<void> {
  // The page closes even if the connection fails: after "Sign out" the screen must not stay open.
  const error = await post("signout", {}, AbortSignal.timeout(SIGN_OUT_MS));
  clearBrowserStorage(suspension);
  keepSignOutDue(error !== undefined);
  sendToOtherTabs({ kind: "signed_out", ...(suspension !== undefined && { suspension }) });
  window.location.assign("/login");
}

let isLeaving = false;

/** Signs out because the platform suspended the merchant. The sign-in page shows `reason`. Decision 0074. */
export async function leaveSuspendedMerchant(reason: string): Promise<void> {
  // Several reads of one page are refused together.
  if (isLeaving) return;
  isLeaving = true;
  await leave(reason);
}

/** Posts to next-auth with its CSRF token. Returns the error code, or `undefined` on success. */
async function post(
  action: string,
  fields: Record<string, string>,
  signal: AbortSignal | null = null,
): Promise<string | undefined> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf", { cache: "no-store", signal })).json()) as {
      csrfToken: string;
    };
    const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: "/", json: "true" });
    const answer = await fetch(`/api/auth/${action}`, { method: "POST", body, cache: "no-store", signal });
    const { url } = (await answer.json()) as { url: string };
    const params = new URL(url, window.location.href).searchParams;
    return params.get("error") ?? (answer.ok && !params.has("csrf") ? undefined : "service_unreachable");
  } catch {
    return "service_unreachable";
  }
}
