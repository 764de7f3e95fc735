import { findBatchWallets, type WalletName } from "../../db/batches/batch-wallets.ts";
import { type DecidedItemRow, type NewBatch, writeBatchStep } from "../../db/batches/batches-flush.ts";
import { findBooks } from "../../db/ledger/accounts.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import type { WalletAddress } from "../../db/wallets/wallet-addresses.ts";
import type { Outcome } from "../../ledger/movement.ts";
import type { Context } from "../context.ts";
import type { AuditEntry } from "../record-audit.ts";
import { type Moved, moveMoney, type NewMovement } from "../transactions/move-money.ts";
import { referenceOf } from "../transactions/reference.ts";
import { checkPins, pinFailure } from "../wallets/controls/check-pins.ts";
import type { BatchItem } from "./batch-item.ts";
import { REASONS } from "./reasons.ts";
import { reasonOf } from "./refusals.ts";

/** A part of a batch, or all of it: its undecided items from `fromRow` to before `toRow`, in their order. */
export type BatchPart = {
  id: string;
  operation: "credit" | "debit";
  fromRow: number;
  toRow: number;
  items: readonly BatchItem[];
  /** Set where the batch is recorded together with its money. */
  created: NewBatch | null;
};

/** An item with what became of it; `outcome` is null where the ledger was not asked. */
export type JudgedItem = DecidedItemRow & { outcome: Outcome | null };

/** What every batch is decided by; `merchantAccountId` is its other side. */
export type Rules = { settings: SettingsRow; merchantAccountId: bigint };
type Addressed = { item: BatchItem; wallet: WalletAddress | undefined; reason: string | null };

/** The settings and the merchant's account, which every batch needs. */
export async function findBatchRules(ctx: Context): Promise<Rules> {
  const [books, settings] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findSettings(ctx.db, [ctx.tenant.id]),
  ]);
  const own = settings.get(ctx.tenant.id);
  if (!books || !own) throw new Error("the tenant has no books");
  return { settings: own, merchantAccountId: books.merchantAccountId };
}

/**
 * Moves the money of a part of a batch in one commit, with what became of each item and how far the batch came. Items are
 * decided in their order; one that is rejected leaves its reference free, and of the merchant's daily limit what it would have
 * taken. `answer` makes the wire payload and throws a `Failure` where the outcomes end the request. Api 5, ledger 2.
 * @throws what `answer` throws, and what `moveMoney` throws
 */
export async function moveItems<T extends object>(
  ctx: Context,
  part: BatchPart,
  request: {
    rules: Rules;
    actor?: string;
    answer(items: readonly JudgedItem[]): T;
    audit(items: readonly JudgedItem[]): readonly AuditEntry[];
  },
): Promise<T> {
  const { rules } = request;
  const addressed = await addressItems(ctx, part, rules.settings);
  const going = addressed.filter((one): one is Addressed & { wallet: WalletAddress } => isGoing(one));
  const judge = once((moved: readonly Moved[]) => judgeItems(addressed, moved));
  return await moveMoney(ctx, {
    movements: going.map(({ item, wallet }) => movementOf(part, item, { wallet, rules })),
    ...(request.actor === undefined ? {} : { actor: request.actor }),
    answer: (moved) => request.answer(judge(moved)),
    audit: (moved) => request.audit(judge(moved)),
    statements: (moved, at) => writeBatchStep({ ...stepOf(ctx, part), items: judge(moved) }, at),
  });
}

/** Finds the wallets, and what stands against items before the ledger is asked. */
async function addressItems(ctx: Context, part: BatchPart, settings: SettingsRow): Promise<Addressed[]> {
  const find = await findWallets(ctx, part.items);
  const addressed = part.items.map((item) => {
    const wallet = find(item);
    return { item, wallet, reason: item.reason ?? (wallet ? null : missingReason(item)) };
  });
  if (part.operation === "credit" || !settings.requirePinForDebit) return addressed;
  const going = addressed.filter(isGoing);
  const verdicts = await checkPins(
    ctx,
    going.map(({ item, wallet }) => ({ walletId: wallet?.walletId ?? "", pin: item.pin })),
  );
  const reasons = new Map(going.map(({ item }, index) => [item.row, pinFailure(verdicts[index] ?? "wrong")?.message]));
  return addressed.map((one) => ({ ...one, reason: one.reason ?? reasons.get(one.item.row) ?? null }));
}

function isGoing({ reason }: Addressed): boolean {
  return reason === null;
}

function missingReason({ customerId }: BatchItem): string {
  return customerId === null ? REASONS.walletMissing : REASONS.customerMissing;
}

async function findWallets(ctx: Context, items: readonly BatchItem[]) {
  const find = (by: WalletName) =>
    findBatchWallets(ctx.db, ctx.tenant.id, by, [...new Set(items.flatMap((item) => item[by] ?? []))]);
  const [byCustomer, byWallet, byAccount] = await Promise.all([
    find("customerId"),
    find("walletId"),
    find("accountNumber"),
  ]);
  return ({ customerId, walletId, accountNumber }: BatchItem) => {
    if (customerId !== null) return byCustomer.get(customerId);
    return walletId === null ? byAccount.get(accountNumber ?? "") : byWallet.get(walletId);
  };
}

function movementOf(
  { id: batch, operation }: BatchPart,
  { id, amount, reference, narration }: BatchItem,
  { wallet, rules }: { wallet: WalletAddress; rules: Rules },
): NewMovement {
  const [source, destination] =
    operation === "credit" ? [rules.merchantAccountId, wallet.accountId] : [wallet.accountId, rules.merchantAccountId];
  const description =
    narration ?? (operation === "credit" ? "Wallet credited by merchant" : "Wallet debited by merchant");
  return {
    id,
    kind: operation,
    source,
    destination,
    amount,
    baseFee: rules.settings.batchItemFee,
    ceiling: operation === "credit" ? rules.settings.merchantDailyLimit : null,
    reference: reference ?? undefined,
    batch,
    description,
  };
}

/** `moved` is what became of the items that went to the ledger, in their order. */
function judgeItems(addressed: readonly Addressed[], moved: readonly Moved[]): JudgedItem[] {
  const decided = moved.values();
  return addressed.map(({ item, wallet, reason }) => {
    const { outcome = null, reference = item.reference ?? referenceOf(item.id) } =
      reason === null ? (decided.next().value ?? {}) : {};
    return {
      row: item.row,
      id: item.id,
      customerId: wallet?.customerId ?? item.customerId,
      walletId: wallet?.walletId ?? item.walletId,
      amount: item.amount,
      reference,
      reason: reason ?? (outcome && !outcome.posted ? reasonOf(outcome.refusal) : null),
      outcome,
    };
  });
}

function stepOf({ tenant }: Context, { id, fromRow, toRow, created }: BatchPart) {
  return { tenant: tenant.id, id, fromRow, toRow, created };
}

/** Answer, audit and record are made of the same outcomes: they are judged once per attempt. */
function once<A, R>(work: (argument: A) => R): (argument: A) => R {
  let last: { argument: A; result: R } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}
