import { type FailedSignInReason, findFailedSignIns, insertFailedSignIn } from "../../../db/auth/failed-sign-ins.ts";
import type { Context, PublicContext } from "../../context.ts";
import { memberActor } from "../member-actor.ts";

export const FAILED_SIGN_IN_DAYS = 30;
const SHOWN = 50;

/** Stores a failed sign-in for the account's owner to see. Nothing is stored for an e-mail without an account. */
export async function noteFailedSignIn(
  ctx: PublicContext,
  failure: {
    account: { email: string } | { userId: string };
    reason: FailedSignInReason;
    userAgent: string | null;
  },
): Promise<void> {
  await insertFailedSignIn(ctx.db, {
    ...failure,
    id: ctx.ids.next(),
    at: ctx.clock.now(),
    address: ctx.address,
    userAgent: failure.userAgent?.slice(0, 300) ?? null,
  });
}

/** The failed sign-ins to the caller's account in the last 30 days, newest first, at most 50. */
export async function listFailedSignIns(ctx: Context) {
  const since = new Date(ctx.clock.now().getTime() - FAILED_SIGN_IN_DAYS * 86_400_000);
  const rows = await findFailedSignIns(ctx.db, memberActor(ctx).userId, { since, limit: SHOWN });
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
