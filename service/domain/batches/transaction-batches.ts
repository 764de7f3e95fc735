import type { Metadata } from "../../../contract/envelope.ts";
import { findReferencesOfBatches, type ItemReference } from "../../db/batches/batch-items.ts";
import { findBatchWallets } from "../../db/batches/batch-wallets.ts";
import { type BatchRow, findBatch, findBatches, type Operation } from "../../db/batches/batches.ts";
import { findMerchantWallet } from "../../db/merchant/merchant-wallet.ts";
import { findReversedBatches } from "../../db/transactions/reversals.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { metadataOf } from "../list-metadata.ts";
import { itemResult } from "./item-results.ts";

/** The most references of a batch in a list, and of a single batch. `…/items` pages through all. */
const LIST_REFERENCES = 100;
const BATCH_REFERENCES = 5_000;
const CATEGORIES: Record<string, Operation> = {
  CREDIT_CUSTOMER_WALLET: "credit",
  WALLET_CREDITED_BY_MERCHANT: "credit",
  DEBIT_CUSTOMER_WALLET: "debit",
  WALLET_DEBITED_BY_MERCHANT: "debit",
};

export type ListTransactionBatchesInput = {
  page: number;
  perPage: number;
  search?: string | undefined;
  category?: string | undefined;
  type: "ALL" | "CREDIT" | "DEBIT";
};

/** Lists the merchant's batches with the references of their items, newest first. Returns the wire payload. Wire 4.6, 5. */
export async function listTransactionBatches(
  ctx: Context,
  input: ListTransactionBatchesInput,
): Promise<{ data: object[]; metadata: Metadata }> {
  const { page, perPage, search } = input;
  const wanted = operationsOf(input.type, input.category);
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } =
    wanted === "none"
      ? { rows: [], total: 0 }
      : await findBatches(ctx.db, ctx.tenant.id, { operation: wanted, search }, slice);
  return {
    data: await viewsOf(ctx, rows, LIST_REFERENCES),
    metadata: metadataOf(input, total),
  };
}

/**
 * Gets one batch by reference, with the references of its items. Returns the wire payload. Wire 4.6, 5.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function getTransactionBatch(ctx: Context, { reference }: { reference: string }): Promise<object> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { reference });
  const [view] = batch ? await viewsOf(ctx, [batch], BATCH_REFERENCES) : [];
  if (!view) throw new Failure("batch_not_found");
  return view;
}

/** The operation that both filters select; undefined means both operations. */
function operationsOf(type: "ALL" | "CREDIT" | "DEBIT", category: string | undefined): Operation | "none" | undefined {
  const byType: Operation | undefined = type === "ALL" ? undefined : type === "CREDIT" ? "credit" : "debit";
  if (category === undefined) return byType;
  const byCategory = CATEGORIES[category] ?? "none";
  return byType === undefined || byType === byCategory ? byCategory : "none";
}

async function viewsOf(ctx: Context, batches: readonly BatchRow[], most: number): Promise<object[]> {
  const payers = [...new Set(batches.flatMap(({ payer }) => payer ?? []))];
  const ids = batches.map(({ id }) => id);
  const [wallet, paying, reversed, references] = await Promise.all([
    findMerchantWallet(ctx.db, ctx.tenant.id),
    findBatchWallets(ctx.db, ctx.tenant.id, "customerId", payers),
    findReversedBatches(ctx.db, ctx.tenant.id, ids),
    findReferencesOfBatches(ctx.db, ctx.tenant.id, ids, most),
  ]);
  const byBatch = Map.groupBy(references, ({ batch }) => batch);
  const merchant = { type: "Merchant", userId: ctx.tenant.merchantId, walletId: wallet?.id ?? null };
  // The merchant in both directions, as clients read it: each debit of a batch has another source wallet.
  const sourceOf = ({ payer }: BatchRow) =>
    payer === null ? merchant : { type: "Customer", userId: payer, walletId: paying.get(payer)?.walletId ?? null };
  return batches.map((batch) => ({
    ...viewOf(batch, byBatch.get(batch.id) ?? [], sourceOf(batch), reversed.has(batch.id)),
    hasAllReferences: batch.total <= most,
  }));
}

function viewOf(batch: BatchRow, items: readonly ItemReference[], source: object, reversed: boolean): object {
  const results = items.map((item) => itemResult(item, batch));
  const referencesOf = (status?: string) =>
    results.flatMap((item) => (item.reference !== null && (!status || item.status === status) ? [item.reference] : []));
  return {
    id: batch.id,
    type: batch.operation === "credit" ? "CREDIT" : "DEBIT",
    source,
    reference: batch.reference,
    reversed,
    all_references: referencesOf(),
    passed_references: referencesOf("accepted"),
    failed_references: referencesOf("rejected"),
    total: batch.total,
    createdAt: batch.createdAt.toISOString(),
    updatedAt: (batch.finishedAt ?? batch.startedAt ?? batch.createdAt).toISOString(),
  };
}
