import type { BatchReversalPreview } from "../../../contract/reversals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { findBatch } from "../../db/batches/batches.ts";
import { findAccountParties } from "../../db/ledger/account-parties.ts";
import { findSettings } from "../../db/merchant/settings.ts";
import { findReversibleItems, type ReversibleItem } from "../../db/transactions/reversals.ts";
import { checkMovement } from "../../ledger/check-movement.ts";
import { koboToWire, koboToWireEdge, sumOfKobo } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approvalNeeded } from "../submissions/approvers.ts";
import { assertMayPay } from "../transactions/assert-may-pay.ts";
import { costView } from "../transactions/fees.ts";
import { findTiers } from "../transactions/tiers.ts";
import { failureOfReversal, refusalsOfSettings, WAY_BACK } from "./prepare-reversal.ts";

/** The most items that one call takes back: as many as a batch in one call has. Larger batches are taken back by several calls. */
export const REVERSED_ITEMS_MAX = 5_000;
const ENDED = ["completed", "partially_completed", "failed"];

export type BatchReversalInput = { batchReference: string; reason: string };

/** The items of a batch that were not taken back yet, in order. Kobo. */
export type PreparedBatchReversal = BatchReversalInput & {
  batchId: string;
  kind: (typeof WAY_BACK)[keyof typeof WAY_BACK];
  items: readonly ReversibleItem[];
  amount: bigint;
  /** There are more than one call takes back. */
  hasMore: boolean;
};

/**
 * Finds the items of a batch that a reversal would take back, in one query. Moves nothing. Decision 0138.
 * @throws `batch_unknown`, also for a batch of another merchant or mode; `batch_not_reversible` before it has ended;
 * `permission_missing` unless `isSubmitted`, as `prepareReversal`; `customer_debit_off`, `internal_transfers_off`
 */
export async function prepareBatchReversal(
  ctx: Context,
  { batchReference, reason }: BatchReversalInput,
  { isSubmitted = false } = {},
): Promise<PreparedBatchReversal> {
  const { db, tenant } = ctx;
  const [batch, settings] = await Promise.all([
    findBatch(db, tenant.id, { reference: batchReference }),
    findSettings(db, [tenant.id]).then((found) => found.get(tenant.id)),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  if (!batch) throw new Failure("batch_unknown");
  if (!ENDED.includes(batch.status)) throw new Failure("batch_not_reversible");
  const kind = WAY_BACK[batch.payer === null ? batch.operation : "transfer"];
  if (!isSubmitted) assertMayPay(ctx, kind);
  const [off] = refusalsOfSettings(kind, settings);
  if (off) throw off;
  const found = await findReversibleItems(db, tenant.id, batch.id, REVERSED_ITEMS_MAX + 1);
  const items = found.slice(0, REVERSED_ITEMS_MAX);
  const amount = sumOfKobo(items.map((item) => item.amount));
  return { batchId: batch.id, batchReference, reason, kind, items, amount, hasMore: found.length > items.length };
}

/**
 * Previews the reversal of a batch: how many items go back, and the reasons against the others. The ledger's rules run over the items in
 * order, on unlocked accounts. Returns the wire payload. Decision 0138.
 */
export async function previewBatchReversal(
  ctx: Context,
  { batchReference, kind, items, amount, hasMore }: PreparedBatchReversal,
): Promise<BatchReversalPreview> {
  const accounts = [...new Set(items.flatMap(({ source, destination }) => [source, destination]))];
  const [parties, tiers, approval] = await Promise.all([
    findAccountParties(ctx.db, ctx.tenant.id, accounts),
    findTiers(ctx),
    approvalNeeded(ctx, amount),
  ]);
  const balances = new Map([...parties].map(([id, { account }]) => [id, account.balance]));
  const accountOf = (id: bigint) => {
    const account = parties.get(id)?.account;
    return account && { ...account, balance: balances.get(id) ?? 0n };
  };
  const [day, failureOf] = [lagosDay(ctx.clock.now()), failureOfReversal(kind)];
  const blocked = new Map<string, { code: string; reason: string; items: number; amount: bigint }>();
  let possible = { items: 0, amount: 0n };
  for (const item of items) {
    const [source, destination] = [accountOf(item.destination), accountOf(item.source)];
    const check = { amount: item.amount, fees: 0n, day, tiers, checks: "reversal" as const };
    const [refusal] = checkMovement(source, destination, check);
    if (refusal) {
      const { code, message: reason } = failureOf(refusal);
      const before = blocked.get(reason) ?? { code, reason, items: 0, amount: 0n };
      blocked.set(reason, { ...before, items: before.items + 1, amount: before.amount + item.amount });
      continue;
    }
    balances.set(item.destination, (source?.balance ?? 0n) - item.amount);
    balances.set(item.source, (destination?.balance ?? 0n) + item.amount);
    possible = { items: possible.items + 1, amount: possible.amount + item.amount };
  }
  return {
    batchReference,
    items: possible.items,
    amount: koboToWire(possible.amount),
    blocked: [...blocked.values()].map((one) => ({ ...one, amount: koboToWire(one.amount) })),
    hasMore,
    approval,
  };
}

/** The current checks of a request to take a batch back. */
export async function previewPendingBatchReversal(ctx: Context, request: BatchReversalInput): Promise<MovementPreview> {
  const prepared = await prepareBatchReversal(ctx, request, { isSubmitted: true });
  return movementPreviewOf(await previewBatchReversal(ctx, prepared));
}

/** The preview of a batch's reversal in the form of other requests: reasons against all of it. Pure. */
export function movementPreviewOf({ items, amount, blocked, approval }: BatchReversalPreview): MovementPreview {
  const allowed = items > 0;
  return {
    ...costView(BigInt(amount), { baseFee: 0n, merchantFee: 0n }, koboToWireEdge),
    source: null,
    target: null,
    allowed,
    reasons: allowed ? [] : blocked.map(({ code, reason: message }) => ({ code, message })),
    approval,
  };
}
