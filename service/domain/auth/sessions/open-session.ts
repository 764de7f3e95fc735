import type { Assurance } from "../../../../contract/auth.ts";
import { hasSessionFromDevice, insertSession, insertSessionTokens } from "../../../db/auth/sessions.ts";
import type { MembershipRow } from "../../../db/auth/sign-in.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Actor, PublicContext } from "../../context.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { type AuditContext, recordAudit } from "../../record-audit.ts";
import { roleOf } from "../membership.ts";
import { absoluteEnd } from "./session-end.ts";
import { hashOfToken, newTokenPair, type TokenPair } from "./tokens.ts";

/**
 * Starts a token family for a membership and returns its first pair. Tokens are stored hashed. A sign-in from a device
 * that is new to the person sends them a mail (decision 0090). API 2.
 */
export async function openSession(
  ctx: PublicContext,
  membership: MembershipRow,
  input: { channel: "dashboard" | "api"; userAgent: string | null; assurance: Assurance },
): Promise<TokenPair> {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const pair = newTokenPair(now, absoluteEnd({ channel: input.channel, createdAt: now }));
  const userAgent = input.userAgent?.slice(0, 300) ?? null;
  await inTransaction(ctx.db, async (tx) => {
    const isKnown = await hasSessionFromDevice(tx, { userId: membership.userId, userAgent, at: now });
    if (isKnown === false) {
      await queueSecurityNotice(
        tx,
        { ...ctx, tenant: { id: membership.tenantId } },
        {
          kind: "new_device",
          to: { userId: membership.userId },
          detail: userAgent ?? "unknown program",
        },
      );
    }
    await insertSession(tx, {
      id,
      userId: membership.userId,
      memberId: membership.memberId,
      merchantId: membership.merchantId,
      channel: input.channel,
      address: ctx.address,
      userAgent,
      assurance: input.assurance,
      at: now,
    });
    await insertPair(tx, id, pair);
    await recordAudit(tx, memberContext(ctx, membership, { sessionId: id, channel: input.channel }), {
      action: "session.open",
      object: { kind: "session", id },
      after: { channel: input.channel },
    });
  });
  return pair;
}

export async function insertPair(tx: Transaction, sessionId: string, pair: TokenPair): Promise<void> {
  await insertSessionTokens(tx, sessionId, [
    { hash: hashOfToken(pair.accessToken), kind: "access", expiresAt: pair.accessExpiresAt },
    { hash: hashOfToken(pair.refreshToken), kind: "refresh", expiresAt: pair.refreshExpiresAt },
  ]);
}

/** The actor in the audit log when no session has authenticated the call yet. */
export function memberContext(
  ctx: PublicContext,
  membership: MembershipRow,
  session: { sessionId: string; channel: "dashboard" | "api" },
): AuditContext {
  const actor: Actor = {
    kind: "member",
    id: membership.memberId,
    userId: membership.userId,
    name: `${membership.firstName} ${membership.lastName}`,
    ...roleOf({ roleName: membership.role, permissions: membership.permissions }),
    ...session,
    // This actor is for the audit log only.
    mayMoveMoney: false,
    approvalLimit: 0n,
    rules: { noApprovalBelow: null, twoApproversFrom: null },
  };
  return {
    ...ctx,
    tenant: { id: membership.tenantId, merchantId: membership.merchantId, mode: membership.mode },
    actor,
  };
}
