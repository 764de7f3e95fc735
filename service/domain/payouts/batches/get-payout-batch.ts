import type { Metadata } from "../../../../contract/envelope.ts";
import type { PayoutBatch, PayoutBatchItem } from "../../../../contract/payout-batches.ts";
import {
  countPayoutItems,
  findPayoutBatch,
  findPayoutItems,
  type PayoutBatchRow,
  type PayoutItemStatus,
} from "../../../db/payouts/payout-batches.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { metadataOf } from "../../list-metadata.ts";

/**
 * Gets a batch of payouts with a page of its items, each with the state of its payout. Returns the wire payload. Rails 2.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function getPayoutBatch(
  ctx: Context,
  input: { batchId: string; page: number; perPage: number; status?: PayoutItemStatus | undefined },
): Promise<{ batch: PayoutBatch; items: PayoutBatchItem[]; metadata: Metadata }> {
  const { batchId, status, page, perPage } = input;
  const tenant = ctx.tenant.id;
  const found = await findPayoutBatch(ctx.db, tenant, { id: batchId });
  if (!found) throw new Failure("batch_not_found");
  const [rows, count] = await Promise.all([
    findPayoutItems(ctx.db, tenant, batchId, { status, limit: perPage, offset: (page - 1) * perPage }),
    countPayoutItems(ctx.db, tenant, batchId, status),
  ]);
  return { batch: payoutBatchView(found), items: rows.map(itemView), metadata: metadataOf(input, count) };
}

/** A batch on the wire. */
export function payoutBatchView({ approval, amount, charges, createdAt, ...batch }: PayoutBatchRow): PayoutBatch {
  return {
    ...batch,
    amount: koboToWire(amount),
    charges: koboToWire(charges),
    approvalId: approval,
    createdAt: createdAt.toISOString(),
  };
}

type Row = Awaited<ReturnType<typeof findPayoutItems>>[number];

function itemView(row: Row): PayoutBatchItem {
  const { amount, fee, vat, duty } = row;
  // Numbers of the merchant are paid in the books, without a payout.
  const state = row.status === "accepted" ? (row.state ?? "succeeded") : null;
  return {
    row: row.row,
    status: row.status,
    amount: koboToWire(amount),
    fee: koboToWire(fee),
    vat: koboToWire(vat),
    duty: koboToWire(duty),
    total: koboToWire(amount + fee + vat + duty),
    bank: row.bankCode !== null && row.bankName !== null ? { code: row.bankCode, name: row.bankName } : null,
    accountNumber: row.accountNumber,
    accountName: row.accountName,
    nameMatch: row.nameMatch,
    narration: row.narration,
    note: row.note,
    reference: row.reference,
    state,
    code: row.code,
    reason: row.reason,
  };
}
