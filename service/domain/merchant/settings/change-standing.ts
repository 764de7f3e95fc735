import { signInTexts } from "../../../../contract/texts/sign-in.ts";
import { updateApprovalExpiry } from "../../../db/approvals/approvals.ts";
import { lockOutFlushes } from "../../../db/ledger/flush-facts.ts";
import { lockStanding, type StandingRow, updateStanding } from "../../../db/merchant/merchants.ts";
import { findTenants } from "../../../db/merchant/tenants.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { type AuditEntry, recordAudit } from "../../record-audit.ts";

type Verdict = Omit<StandingRow, "suspendedAt">;
type Change = (before: Verdict) => Partial<Verdict>;
type Audit = (before: Verdict, after: Verdict) => Pick<AuditEntry, "action" | "before" | "after" | "reason">;

/**
 * Changes the platform's verdict on the context's merchant. The merchant is stopped, in both modes, while `suspendedReason` is
 * set or the review is DISABLED: when this returns, the ledger posts no more of its money but money in. When it may go on
 * again, pending requests get the lost time back. The MainMerchant is mailed about that, and about a passed review. `change` decides under lock. Returns the verdict after it. API 6, decision 0074.
 */
export async function changeStanding(ctx: Context, change: Change, audit: Audit): Promise<Verdict> {
  const standing = await inTransaction(ctx.db, (tx) => changeStandingIn(tx, ctx, change, audit));
  ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
  return standing;
}

/** The same in a transaction of the caller, who forgets the merchant's callers after its commit. */
export async function changeStandingIn(tx: Transaction, ctx: Context, change: Change, audit: Audit): Promise<Verdict> {
  const { merchantId } = ctx.tenant;
  const before = await lockStanding(tx, merchantId);
  if (!before) throw new Error("the tenant has no merchant");
  const at = ctx.clock.now();
  const after = standingOf({ ...before, ...change(before) }, at);
  const tenants = (await findTenants(tx, merchantId)).map(({ id }) => id);
  if (after.suspendedAt) await lockOutFlushes(tx, tenants);
  await updateStanding(tx, merchantId, after, at);
  if (before.suspendedAt && !after.suspendedAt) {
    await updateApprovalExpiry(tx, tenants, { from: before.suspendedAt, until: at });
    await queueSecurityNotice(tx, ctx, { kind: "merchant_resumed", to: { merchantId } });
  }
  if (after.suspendedAt && !before.suspendedAt) {
    const detail = signInTexts.suspended(after.suspendedReason);
    await queueSecurityNotice(tx, ctx, { kind: "merchant_suspended", to: { merchantId }, detail });
  }
  if (after.review === "ENABLED" && before.review !== "ENABLED") {
    await queueSecurityNotice(tx, ctx, { kind: "review_passed", to: { merchantId } });
  }
  await recordAudit(tx, ctx, { object: { kind: "merchant", id: merchantId }, ...audit(before, after) });
  return after;
}

/** The moment of the first cause counts until no cause is left. */
function standingOf({ review, suspendedReason, suspendedAt }: StandingRow, at: Date): StandingRow {
  const isStopped = suspendedReason !== null || review === "DISABLED";
  return { review, suspendedReason, suspendedAt: isStopped ? (suspendedAt ?? at) : null };
}
