import { koboFromWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { referenceOf } from "../transactions/reference.ts";
import type { BatchItem } from "./batch-item.ts";
import { REASONS } from "./reasons.ts";

/** What a JSON batch does, and how its items name their wallets. Spec 4.2 to 4.5. */
export type BatchKind = { operation: "credit" | "debit"; by: "customer" | "wallet" };

/** A batch as the wire has it; every item names a customer or a wallet, as its kind says. */
export type BatchBody = { transactions: readonly WireItem[]; batchReference?: string | undefined };
export type WireItem = {
  customerId?: string | null | undefined;
  walletId?: string | undefined;
  amount: number;
  reference?: string | undefined;
  pin?: string | undefined;
};

/** A JSON batch as it was read; `row` of its items is their place from 1 on. `filtered` is null where nothing is filtered. */
export type JsonBatch = BatchKind & {
  id: string;
  reference: string;
  items: readonly BatchItem[];
  filtered: readonly FilteredItem[] | null;
};
type FilteredItem = WireItem & { reason: string };

/**
 * Reads a JSON batch: what may be filtered out is, what is wrong with one item rejects that item. IDs and missing references are
 * made here, in the order of the items. Spec 4.2, api 5. @throws `no_valid_transactions`
 */
export function readBatch(ctx: Pick<Context, "ids">, kind: BatchKind, body: BatchBody): JsonBatch {
  const id = ctx.ids.next();
  const filtered: FilteredItem[] | null = kind.operation === "credit" && kind.by === "customer" ? [] : null;
  const items: BatchItem[] = [];
  for (const wire of body.transactions) {
    const reason = filtered && reasonToFilter(wire);
    if (reason) filtered.push(filteredOut(wire, reason));
    else items.push(itemOf(ctx, wire, items.length + 1));
  }
  if (items.length === 0) throw new Failure("no_valid_transactions");
  return { ...kind, id, reference: body.batchReference ?? referenceOf(id), items, filtered };
}

function reasonToFilter({ customerId, amount }: WireItem): string | null {
  if (!customerId) return REASONS.customerUnnamed;
  return amount > 1 ? null : REASONS.amountTooSmall;
}

function filteredOut({ customerId, amount, reference }: WireItem, reason: string): FilteredItem {
  return { customerId, amount, ...(reference === undefined ? {} : { reference }), reason };
}

function itemOf({ ids }: Pick<Context, "ids">, wire: WireItem, row: number): BatchItem {
  return {
    row,
    id: ids.next(),
    // A UUID means the same in capitals; PostgreSQL answers it in small letters.
    customerId: wire.customerId?.toLowerCase() ?? null,
    walletId: wire.walletId?.toLowerCase() ?? null,
    accountNumber: null,
    amount: koboFromWire(wire.amount),
    reference: wire.reference ?? null,
    narration: null,
    pin: wire.pin,
    reason: wire.amount > 1 ? null : REASONS.amountTooSmall,
  };
}
