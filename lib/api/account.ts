import type * as z from "zod";
import type { authEndpoints } from "../../contract/auth.ts";
import type { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import type { teamEndpoints } from "../../contract/team.ts";
import { requestPublic } from "./request.ts";

/** Calls before sign-in. Nothing is cached: most carry a password or a code. Dashboard 2.5. */

export type Registration = z.input<typeof merchantAccountEndpoints.registerMerchant.body>;
export type Activation = z.input<typeof merchantAccountEndpoints.verifyMerchant.body>;
export type Acceptance = z.input<typeof teamEndpoints.acceptInvitation.body>;
export type PasswordReset = z.input<typeof authEndpoints.resetPassword.body>;

/** Registers a merchant; the service sends an activation code by e-mail and another by SMS. Spec 4.20. */
export async function registerMerchant(body: Registration): Promise<void> {
  await requestPublic({ method: "POST", path: "/merchant", body });
}

/** Activates the account that the code was sent for. With the e-mail, other people's wrong codes do not count. Api 6. */
export async function activateMerchant(body: Activation): Promise<void> {
  await requestPublic({ method: "PUT", path: "/merchant/verify", body });
}

/**
 * Requests another activation code, at most one per minute. The response does not reveal whether the account exists.
 * Api 6.
 */
export async function resendActivationCode(email: string): Promise<void> {
  await requestPublic({ method: "POST", path: "/merchant/verify/resend", body: { email } });
}

/** Requests a code to reset the password. The response does not reveal whether the account exists. Api 6. */
export async function requestPasswordReset(email: string): Promise<void> {
  await requestPublic({ method: "POST", path: "/auth/password/forget", body: { email } });
}

/** Sets a new password with the code from the e-mail. Api 6. */
export async function resetPassword(body: PasswordReset): Promise<void> {
  await requestPublic({ method: "POST", path: "/auth/password/reset", body });
}

/** Accepts a team invitation. Someone with an account proves it with their password. Returns the e-mail of the invitation. Wire 5. */
export async function acceptInvitation(body: Acceptance): Promise<{ email: string }> {
  return await requestPublic<{ email: string }>({ method: "POST", path: "/team/invitations/accept", body });
}
