import { findMemberships } from "../../../db/auth/sign-in.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { channelOf, membershipForSignIn, roleOf } from "../membership.ts";
import { openSession } from "../sessions/open-session.ts";
import { type SessionReply, sessionReply } from "../sessions/session-reply.ts";
import { checkSecondFactor } from "../two-factor/check-second-factor.ts";
import { type LoginCredentials, readCredentials } from "./credentials.ts";
import { guessPassword } from "./guess-password.ts";
import { resendCode } from "./resend-activation-code.ts";

export type LoginInput = LoginCredentials & {
  channel: "dashboard" | "api";
  userAgent: string | null;
  /** A code of the authenticator app, or a recovery code. */
  code?: string | undefined;
};
export type LoginResult = { requiresVerification: true } | SessionReply;

/**
 * Signs a member in: a new session with its first pair of tokens. `channel` is the requested one; members who are
 * neither MainMerchant nor Admin always get a dashboard session. An unverified account gets a new code by mail instead
 * of tokens; a person with a second factor must send its code. API 2, Wire 4.20.
 * @throws `wrong_login` for an unknown e-mail and for a wrong password, after the same work; `login_locked`;
 * `unavailable`; `two_factor_required`, `two_factor_wrong`; `no_merchant` for a person without memberships; `merchant_suspended` with the reason
 */
export async function logIn(ctx: PublicContext, input: LoginInput): Promise<LoginResult> {
  const user = await guessPassword(ctx, readCredentials(input) ?? { email: input.email, password: "" });
  if (!user) throw new Failure("wrong_login");
  if (!user.verifiedAt) {
    await inTransaction(ctx.db, (tx) => resendCode(tx, ctx, user.email));
    return { requiresVerification: true };
  }
  const assurance = (await checkSecondFactor(ctx, user, input.code)) ? "second_factor" : "password";
  const memberships = await findMemberships(ctx.db, user.id);
  const membership = membershipForSignIn(memberships);
  const { role } = roleOf({ roleName: membership.role, permissions: membership.permissions });
  const pair = await openSession(ctx, membership, { ...input, assurance, channel: channelOf(role, input.channel) });
  return sessionReply(membership, memberships, pair);
}
