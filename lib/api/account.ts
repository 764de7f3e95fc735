import type * as z from "zod";
import type { authEndpoints } from "../../contract/auth.ts";
import type { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import type { teamEndpoints } from "../../contract/team.ts";
import { requestInPublic } from "./request.ts";

/** The calls before sign-in. None of them is kept: most carry a password or a code. Dashboard 2.5. */

export type Registration = z.input<typeof merchantAccountEndpoints.registerMerchant.body>;
export type Acceptance = z.input<typeof teamEndpoints.acceptInvitation.body>;
export type PasswordReset = z.input<typeof authEndpoints.resetPassword.body>;

/** Registers a merchant; a code to activate it is sent by mail. Spec 4.20. */
export async function registerMerchant(body: Registration): Promise<void> {
  await requestInPublic({ method: "POST", path: "/merchant", body });
}

/** Opens the account that the code was sent for. Api 6. */
export async function activateMerchant(activationCode: string): Promise<void> {
  await requestInPublic({ method: "PUT", path: "/merchant/verify", body: { activationCode } });
}

/** Asks for another activation code; at most one a minute is sent, and the answer says nothing of who exists. Api 6. */
export async function resendActivationCode(email: string): Promise<void> {
  await requestInPublic({ method: "POST", path: "/merchant/verify/resend", body: { email } });
}

/** Asks for a code to set a new password; the answer says nothing of who exists. Api 6. */
export async function requestPasswordReset(email: string): Promise<void> {
  await requestInPublic({ method: "POST", path: "/auth/password/forget", body: { email } });
}

/** Sets a new password with the code from the mail. Api 6. */
export async function resetPassword(body: PasswordReset): Promise<void> {
  await requestInPublic({ method: "POST", path: "/auth/password/reset", body });
}

/** Joins the team that the code invites to; who has an account already proves it with its password. Wire 5. */
export async function acceptInvitation(body: Acceptance): Promise<void> {
  await requestInPublic({ method: "POST", path: "/team/invitations/accept", body });
}
