import { type ItemReason, itemReason } from "../../../contract/texts/batches.ts";
import { type DecidedItemRow, type NewBatch, writeBatchStep, writeItems } from "../../db/batches/batches-flush.ts";
import type { SettingsRow } from "../../db/merchant/settings.ts";
import type { WalletAddress } from "../../db/wallets/wallet-addresses.ts";
import type { Outcome, Refusal } from "../../ledger/movement.ts";
import type { Context } from "../context.ts";
import type { AuditEntry } from "../record-audit.ts";
import { transferFees } from "../transactions/fees.ts";
import { type Moved, moveMoney, type NewMovement } from "../transactions/move-money.ts";
import { referenceOf } from "../transactions/reference.ts";
import { transferFailure } from "../transfers/refusals.ts";
import { TRANSFER_DESCRIPTION } from "../transfers/transfer-request.ts";
import { checkPins, pinFailure } from "../wallets/controls/check-pins.ts";
import type { BatchItem } from "./batch-item.ts";
import type { Rules } from "./batch-rules.ts";
import { findWallets, type WalletOf } from "./find-wallets.ts";
import { reasonOf } from "./refusals.ts";

export const DESCRIPTIONS = { credit: "Wallet credited by merchant", debit: "Wallet debited by merchant" } as const;

/** A chunk of a batch, or the whole batch: its undecided items from `fromRow` up to but not including `toRow`, in order. */
export type BatchChunk = {
  id: string;
  operation: "credit" | "debit";
  fromRow: number;
  toRow: number;
  items: readonly BatchItem[];
  /** Present where the wallets of the items were looked up before. */
  walletOf?: WalletOf;
  /** Present when the batch is recorded in the same commit as its money. */
  created: NewBatch | null;
};

/** An item with its result; `outcome` is null when the item was rejected before the ledger. */
export type DecidedItem = DecidedItemRow & { outcome: Outcome | null };

type Addressed = { item: BatchItem; wallet: WalletAddress | undefined; reason: ItemReason | null };
type EligibleItem = Addressed & { wallet: WalletAddress };

/**
 * Moves the money of a chunk in one commit with the result of each item and the progress of the batch. Items are decided in
 * order. A rejected item leaves its reference free and uses nothing of the merchant's daily limit. `answer` builds the wire
 * payload and throws a `Failure` when the outcomes end the request. API 5, Ledger 2.
 * @throws what `answer` throws, and what `moveMoney` throws
 */
export async function moveItems<T extends object>(
  ctx: Context,
  chunk: BatchChunk,
  request: {
    rules: Rules;
    actor?: string;
    answer(items: readonly DecidedItem[]): T;
    audit(items: readonly DecidedItem[]): readonly AuditEntry[];
  },
): Promise<T> {
  const { rules } = request;
  const addressed = await addressItems(ctx, chunk, rules.settings);
  const eligible = addressed.filter(isEligible);
  const decide = once((moved: readonly Moved[]) => decidedItems(addressed, moved, rules));
  return await moveMoney(ctx, {
    movements: movementsOf(chunk, eligible, rules),
    ...(request.actor === undefined ? {} : { actor: request.actor }),
    answer: (moved) => request.answer(decide(moved)),
    audit: (moved) => request.audit(decide(moved)),
    // Most items are accepted, so those of a new batch are written as such, and those that the ledger refuses once more.
    early: chunk.created
      ? () => [writeItems({ tenant: ctx.tenant.id, id: chunk.id, items: decidedItems(addressed, [], rules) })]
      : undefined,
    statements(moved, at, hasEarlyRows) {
      const items = decide(moved);
      const refused = items.filter(({ reason, outcome }) => reason !== null && !(hasEarlyRows && outcome === null));
      // A file's items are stored since it arrived.
      const unwritten = chunk.created && !hasEarlyRows ? items : refused;
      return writeBatchStep({ ...stepOf(ctx, chunk, rules), items, unwritten }, at);
    },
  });
}

/** Finds the wallets of the items, and the reasons against items that need no ledger. */
async function addressItems(ctx: Context, chunk: BatchChunk, settings: SettingsRow): Promise<Addressed[]> {
  const walletOf = chunk.walletOf ?? (await findWallets(ctx, chunk.items));
  const addressed = chunk.items.map((item) => {
    const wallet = walletOf(item);
    return { item, wallet, reason: item.reason ?? (wallet ? null : missingReason(item)) };
  });
  if (chunk.operation === "credit" || !settings.requirePinForDebit) return addressed;
  const eligible = addressed.filter(isEligible);
  const verdicts = await checkPins(
    ctx,
    eligible.map(({ item, wallet }) => ({ walletId: wallet.walletId, pin: item.pin })),
  );
  const reasons = new Map(
    eligible.map(({ item }, index) => {
      const failure = pinFailure(verdicts[index] ?? "wrong");
      return [item.row, failure && { code: failure.code, text: failure.message }];
    }),
  );
  return addressed.map((one) => ({ ...one, reason: one.reason ?? reasons.get(one.item.row) ?? null }));
}

/** An item without a reason always has a wallet. */
function isEligible(one: Addressed): one is EligibleItem {
  return one.reason === null;
}

function missingReason({ customerId }: BatchItem): ItemReason {
  return itemReason(customerId === null ? "wallet_not_found" : "customer_not_found");
}

function movementsOf(
  { id: batch, operation }: BatchChunk,
  items: readonly EligibleItem[],
  rules: Rules,
): NewMovement[] {
  const { settings, payer, merchantAccountId } = rules;
  const shared = payer
    ? { batch, kind: "transfer" as const, ...transferFees(settings) }
    : {
        batch,
        kind: operation,
        baseFee: settings.batchItemFee,
        ceiling: operation === "credit" ? settings.merchantDailyLimit : null,
      };
  const usual = payer ? TRANSFER_DESCRIPTION : DESCRIPTIONS[operation];
  const other = payer?.accountId ?? merchantAccountId;
  const isOut = payer !== null || operation === "credit";
  return items.map(({ item: { id, amount, reference, narration, note }, wallet: { accountId } }) => ({
    ...shared,
    id,
    amount,
    reference: reference ?? undefined,
    narration,
    note,
    source: isOut ? other : accountId,
    destination: isOut ? accountId : other,
    description: narration ?? usual,
  }));
}

/** `moved` holds the outcomes of the eligible items, in order; none before they are decided. */
function decidedItems(addressed: readonly Addressed[], moved: readonly Moved[], { payer }: Rules): DecidedItem[] {
  const ofRefusal = payer ? reasonOfTransfer : reasonOf;
  const movedItems = moved.values();
  return addressed.map(({ item, wallet, reason: before }) => {
    const own = before === null ? movedItems.next().value : undefined;
    const outcome = own?.outcome ?? null;
    const reason = before ?? (outcome && !outcome.posted ? ofRefusal(outcome.refusal) : null);
    return {
      row: item.row,
      id: item.id,
      customerId: wallet?.customerId ?? item.customerId,
      walletId: wallet?.walletId ?? item.walletId,
      amount: item.amount,
      reference: own?.reference ?? item.reference ?? referenceOf(item.id),
      narration: item.narration,
      note: item.note,
      reason: reason?.text ?? null,
      reasonCode: reason?.code ?? null,
      outcome,
    };
  });
}

/** The texts of transfers, which say whose wallet is meant. */
function reasonOfTransfer(refusal: Refusal): ItemReason {
  const { code, message } = transferFailure(refusal);
  return { code, text: message };
}

function stepOf({ tenant }: Context, { id, operation, fromRow, toRow, created }: BatchChunk, { payer }: Rules) {
  return { tenant: tenant.id, id, operation, payer: payer?.customerId ?? null, fromRow, toRow, created };
}

/** Caches the last call: answer, audit and record need the same decided items in each attempt. */
function once<A, R>(work: (argument: A) => R): (argument: A) => R {
  let last: { argument: A; result: R } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}
