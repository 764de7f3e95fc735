import { type ItemReason, itemReason } from "../../../../contract/texts/batches.ts";
import { koboFromWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { referenceOf } from "../../transactions/reference.ts";
import type { BatchItem } from "../batch-item.ts";

/** The operation of a JSON batch, and how its items name their wallets. Spec 4.2 to 4.5. */
export type BatchKind = {
  operation: "credit" | "debit";
  by: "customer" | "wallet";
  /** The ID of the customer who pays all items of a credit; null or absent where the merchant does. Decision 0137. */
  payer?: string | null;
};

/** A batch on the wire. Every item names a customer or a wallet, as its kind requires. */
export type BatchBody = { transactions: readonly WireItem[]; batchReference?: string | undefined };
type WireItem = {
  customerId?: string | null | undefined;
  walletId?: string | undefined;
  amount: number;
  reference?: string | undefined;
  narration?: string | undefined;
  note?: string | undefined;
  pin?: string | undefined;
};

/** A parsed JSON batch. The `row` of an item is its position, from 1. `filtered` is null for kinds that filter nothing. */
export type JsonBatch = BatchKind & {
  payer: string | null;
  id: string;
  reference: string;
  items: readonly BatchItem[];
  filtered: readonly FilteredItem[] | null;
};
type FilteredItem = WireItem & { reason: string };

/**
 * Reads a JSON batch. Filters out items where its kind allows it; another problem with one item rejects that item. Generates IDs and
 * missing references in the order of the items. Spec 4.2, API 5. @throws `no_valid_transactions`
 */
export function readBatch(ctx: Pick<Context, "ids">, kind: BatchKind, body: BatchBody): JsonBatch {
  const id = ctx.ids.next();
  const payer = kind.payer?.toLowerCase() ?? null;
  const isFiltered = kind.operation === "credit" && kind.by === "customer" && payer === null;
  const filtered: FilteredItem[] | null = isFiltered ? [] : null;
  const items: BatchItem[] = [];
  for (const wire of body.transactions) {
    const reason = filtered && reasonToFilter(wire);
    if (reason) filtered.push(filteredItem(wire, reason));
    else items.push(itemOf(ctx, wire, items.length + 1));
  }
  if (items.length === 0) throw new Failure("no_valid_transactions");
  return { ...kind, payer, id, reference: body.batchReference ?? referenceOf(id), items, filtered };
}

function reasonToFilter({ customerId, amount }: WireItem): ItemReason | null {
  if (!customerId) return itemReason("customer_missing");
  return amount > 1 ? null : itemReason("amount_too_small");
}

function filteredItem({ customerId, amount, reference }: WireItem, { text: reason }: ItemReason): FilteredItem {
  return { customerId, amount, ...(reference === undefined ? {} : { reference }), reason };
}

function itemOf({ ids }: Pick<Context, "ids">, wire: WireItem, row: number): BatchItem {
  return {
    row,
    id: ids.next(),
    // UUIDs are case-insensitive; PostgreSQL returns them in lower case.
    customerId: wire.customerId?.toLowerCase() ?? null,
    walletId: wire.walletId?.toLowerCase() ?? null,
    accountNumber: null,
    amount: koboFromWire(wire.amount),
    reference: wire.reference ?? null,
    narration: wire.narration ?? null,
    note: wire.note ?? null,
    pin: wire.pin,
    reason: wire.amount > 1 ? null : itemReason("amount_too_small"),
  };
}
