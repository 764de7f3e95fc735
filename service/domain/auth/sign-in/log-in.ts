import type { Assurance } from "../../../../contract/auth.ts";
import { findMemberships } from "../../../db/auth/sign-in.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { channelOf, membershipForSignIn, roleOf } from "../membership.ts";
import { openSession } from "../sessions/open-session.ts";
import { type SessionReply, sessionReply } from "../sessions/session-reply.ts";
import { checkSecondFactor } from "../two-factor/check-second-factor.ts";
import { type LoginCredentials, readCredentials } from "./credentials.ts";
import { noteFailedSignIn } from "./failed-sign-ins.ts";
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
  if (!user) {
    const { email } = readCredentials(input) ?? input;
    await noteFailedSignIn(ctx, { account: { email }, reason: "password", userAgent: input.userAgent });
    throw new Failure("wrong_login");
  }
  if (!user.verifiedAt) {
    await inTransaction(ctx.db, (tx) => resendCode(tx, ctx, user.email));
    return { requiresVerification: true };
  }
  const hasFactor = await checkSecondFactor(ctx, user, input.code).catch(async (error) => {
    const isWrong = error instanceof Failure && error.code === "two_factor_wrong";
    if (isWrong) {
      await noteFailedSignIn(ctx, { account: { userId: user.id }, reason: "code", userAgent: input.userAgent });
    }
    throw error;
  });
  return await openFirstSession(ctx, user.id, { ...input, assurance: hasFactor ? "second_factor" : "password" });
}

/** Opens a session of a person who has signed in, at their first merchant. @throws `no_merchant`, `merchant_suspended` */
export async function openFirstSession(
  ctx: PublicContext,
  userId: string,
  input: Pick<LoginInput, "channel" | "userAgent"> & { assurance: Assurance },
): Promise<SessionReply> {
  const memberships = await findMemberships(ctx.db, userId);
  const membership = membershipForSignIn(memberships);
  const { role } = roleOf({ roleName: membership.role, permissions: membership.permissions });
  const pair = await openSession(ctx, membership, { ...input, channel: channelOf(role, input.channel) });
  return sessionReply(membership, memberships, pair);
}
