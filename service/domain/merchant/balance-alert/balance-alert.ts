import type { BalanceAlert } from "../../../../contract/balance-alert.ts";
import { merchantTexts } from "../../../../contract/texts/merchant.ts";
import {
  type BalanceAlertRow,
  countMembers,
  deleteBalanceAlert,
  findBalanceAlert,
  upsertBalanceAlert,
} from "../../../db/merchant/balance-alerts.ts";
import { inTransaction } from "../../../db/pool.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/** The low-balance alert of the mode; null where there is none. Returns the wire payload. Decision 0102. */
export async function getBalanceAlert(ctx: Context): Promise<{ alert: BalanceAlert | null }> {
  return { alert: viewOf(await findBalanceAlert(ctx.db, ctx.tenant.id)) };
}

/**
 * Sets the alert of the mode, or removes it. `threshold` in kobo. Without `memberIds` the recipients stay; null stands for the current
 * Admins and MainMerchants. Returns the wire payload. Decision 0102. @throws `validation_failed` for somebody who is no member
 */
export async function updateBalanceAlert(
  ctx: Context,
  input: { threshold: number | null; memberIds?: readonly string[] | null | undefined },
): Promise<{ alert: BalanceAlert | null }> {
  const tenant = ctx.tenant.id;
  await inTransaction(ctx.db, async (tx) => {
    const before = await findBalanceAlert(tx, tenant);
    const members = input.memberIds === undefined ? (before?.members ?? null) : unique(input.memberIds);
    if (members && (await countMembers(tx, ctx.tenant.merchantId, members)) !== members.length) {
      const message = merchantTexts.notMembers;
      throw new Failure("validation_failed", { message, errors: [{ field: "memberIds", message }] });
    }
    const { threshold } = input;
    if (threshold === null) await deleteBalanceAlert(tx, tenant);
    else await upsertBalanceAlert(tx, tenant, { threshold: BigInt(threshold), members, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "merchant.change_balance_alert",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      before: before ? { threshold: before.threshold, memberIds: before.members } : null,
      after: threshold === null ? null : { threshold, memberIds: members },
    });
  });
  return getBalanceAlert(ctx);
}

function unique(ids: readonly string[] | null): string[] | null {
  return ids === null ? null : [...new Set(ids)];
}

function viewOf(row: BalanceAlertRow | undefined): BalanceAlert | null {
  if (!row) return null;
  const { threshold, members, belowSince } = row;
  return { threshold: koboToWire(threshold), memberIds: members, belowSince: belowSince?.toISOString() ?? null };
}
