import { BATCH_PROCESSING, type PayoutBatchResult } from "../../../../contract/payout-batches.ts";
import { payoutTexts } from "../../../../contract/texts/payouts.ts";
import type { PayoutItemRow } from "../../../db/payouts/payout-batches.ts";
import { koboToWire, sumOfKobo } from "../../../ledger/kobo.ts";
import { referenceOf } from "../../transactions/reference.ts";
import { itemCharges, type PreparedItem } from "./prepare-items.ts";

/** An item with its result; `failure` is null for an item whose money is held or waits for approval. */
export type DecidedItem = PreparedItem & { reference: string | null };

/** The answer of a batch: each item with its charges, and the rejected ones with their reasons. Rails 2. */
export function resultOf(
  batch: { id: string; reference: string },
  items: readonly DecidedItem[],
  { isSubmitted = false }: { isSubmitted?: boolean } = {},
): { message?: string; data: PayoutBatchResult } {
  const rejected = items.filter(({ failure }) => failure !== null);
  const accepted = isSubmitted ? [] : items.filter(({ failure }) => failure === null);
  const counts = { accepted: accepted.length, rejected: rejected.length };
  const message = rejected.length === 0 ? BATCH_PROCESSING : payoutTexts.partlyProcessing(counts);
  return {
    ...(isSubmitted ? {} : { message }),
    data: {
      batchId: batch.id,
      batchReference: batch.reference,
      all: items.map(itemView),
      accepted: accepted.map((item) => ({
        ...itemView(item),
        bankName: item.bank?.name ?? "",
        metadata: item.request.metadata ?? {},
        transactionReference: item.id,
        state: item.target ? "succeeded" : "held",
      })),
      rejected: rejected.map((item) => ({
        ...itemView(item),
        metadata: item.request.metadata ?? {},
        code: item.failure?.code ?? "",
        reason: item.failure?.message ?? "",
      })),
    },
  };
}

function itemView(item: DecidedItem): PayoutBatchResult["all"][number] {
  const { request, amount, charges, accountName } = item;
  return {
    amount: koboToWire(amount),
    fee: koboToWire(charges.fee),
    vat: koboToWire(charges.vat),
    duty: koboToWire(charges.duty),
    total: koboToWire(amount + itemCharges(item)),
    sortCode: request.sortCode,
    accountNumber: request.accountNumber,
    accountName: accountName ?? request.accountName ?? null,
    narration: request.narration,
    reference: item.reference ?? request.reference ?? referenceOf(item.id),
  };
}

/** An item as it is stored. */
export function itemRow(item: DecidedItem, status: PayoutItemRow["status"]): PayoutItemRow {
  const { request, bank, charges } = item;
  return {
    row: item.row,
    id: item.id,
    status: item.failure ? "rejected" : status,
    amount: item.amount,
    ...charges,
    sortCode: request.sortCode,
    bankCode: bank?.code ?? null,
    bankName: bank?.name ?? null,
    accountNumber: request.accountNumber,
    accountName: item.accountName,
    givenName: request.accountName ?? null,
    nameMatch: item.nameMatch,
    narration: request.narration,
    note: request.note ?? null,
    reference: item.reference ?? request.reference ?? null,
    metadata: request.metadata ?? null,
    code: item.failure?.code ?? null,
    reason: item.failure?.message ?? null,
  };
}

/** Counts and sums of a batch; the sums are those of the items that are not rejected. `open`: the payouts to a bank. Kobo. */
export function totalsOf(items: readonly DecidedItem[]) {
  const good = items.filter(({ failure }) => failure === null);
  return {
    total: items.length,
    rejected: items.length - good.length,
    open: good.filter(({ target }) => !target).length,
    amount: sumOfKobo(good.map(({ amount }) => amount)),
    charges: sumOfKobo(good.map(itemCharges)),
  };
}
