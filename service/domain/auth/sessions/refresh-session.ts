import {
  lockRefreshToken,
  type RefreshTokenRow,
  revokeSession,
  rotateRefreshToken,
  touchSession,
} from "../../../db/auth/sessions.ts";
import { findMemberships, type MembershipRow } from "../../../db/auth/sign-in.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { membershipForSignIn } from "../membership.ts";
import { insertPair, memberContext } from "./open-session.ts";
import { absoluteEnd, sessionEnd } from "./session-end.ts";
import { type SessionReply, sessionReply } from "./session-reply.ts";
import {
  hashOfToken,
  newTokenPair,
  openSuccessor,
  SUCCESSOR_SECONDS,
  sealSuccessor,
  type TokenPair,
} from "./tokens.ts";

type Outcome =
  | { kind: "pair"; pair: TokenPair; memberId: string; userId: string }
  | { kind: "refused"; revoked?: string };

/**
 * Exchanges a single-use refresh token for the next pair. For 60 s a rotated token answers with its successor
 * (parallel requests, a lost answer); used later it counts as stolen and ends the whole family. No refresh extends the
 * absolute end of the session or revives one that was idle too long. API 2, decision 0079.
 * @throws `invalid_refresh_token`; `merchant_suspended` when every merchant of the person is suspended
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<SessionReply> {
  const outcome = await inTransaction(ctx.db, (tx) => exchange(ctx, tx, refreshToken));
  if (outcome.kind === "refused") {
    if (outcome.revoked) ctx.callers?.forgetSession(outcome.revoked);
    throw new Failure("invalid_refresh_token");
  }
  const memberships = await findMemberships(ctx.db, outcome.userId);
  const membership = memberships.find((one) => one.memberId === outcome.memberId);
  if (!membership) throw new Failure("invalid_refresh_token");
  return sessionReply(membership, memberships, outcome.pair);
}

async function exchange(ctx: PublicContext, tx: Transaction, refreshToken: string): Promise<Outcome> {
  const now = ctx.clock.now();
  const hash = hashOfToken(refreshToken);
  const token = await lockRefreshToken(tx, hash);
  if (!token?.isLive || token.expiresAt <= now || sessionEnd(token.session) <= now) return { kind: "refused" };
  const { id: sessionId, memberId, userId } = token.session;
  // Before the token is used up. A member of another merchant still gets tokens, to switch to it.
  membershipForSignIn(await findMemberships(tx, userId));
  if (token.rotatedAt && token.successorSealed) {
    if (now.getTime() - token.rotatedAt.getTime() <= SUCCESSOR_SECONDS * 1000) {
      return { kind: "pair", pair: openSuccessor(refreshToken, token.successorSealed), memberId, userId };
    }
    await endFamily(ctx, tx, token);
    return { kind: "refused", revoked: sessionId };
  }
  const pair = newTokenPair(now, absoluteEnd(token.session));
  await insertPair(tx, sessionId, pair);
  await rotateRefreshToken(tx, hash, { at: now, successorSealed: sealSuccessor(refreshToken, pair) });
  await touchSession(tx, sessionId, now);
  return { kind: "pair", pair, memberId, userId };
}

async function endFamily(ctx: PublicContext, tx: Transaction, token: RefreshTokenRow): Promise<void> {
  const { id, userId, memberId, channel } = token.session;
  await revokeSession(tx, id, { at: ctx.clock.now(), because: "refresh_token_reused" });
  const membership = await membershipOf(tx, userId, memberId);
  if (!membership) return;
  await recordAudit(tx, memberContext(ctx, membership, { sessionId: id, channel }), {
    action: "session.revoke",
    object: { kind: "session", id },
    reason: "A refresh token was used again after it had been replaced.",
  });
}

async function membershipOf(tx: Transaction, userId: string, memberId: string): Promise<MembershipRow | undefined> {
  return (await findMemberships(tx, userId)).find((one) => one.memberId === memberId);
}
