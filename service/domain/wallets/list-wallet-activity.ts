import type { Metadata } from "../../../contract/envelope.ts";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import { findWalletActivity, type WalletActivityRow } from "../../db/wallet-activity.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

export type ListWalletActivityInput = { customerId: string; page: number; perPage: number };

/**
 * What happened to a customer's wallet, newest first: freezes and other changes with who and why, refused enables, and its
 * transactions with the balance after each. Api 3. Returns the wire payload.
 * @throws `customer_not_found`, also for another merchant's or mode's customer.
 */
export async function listWalletActivity(
  ctx: Context,
  { customerId, page, perPage }: ListWalletActivityInput,
): Promise<{ data: WalletActivity[]; metadata: Metadata }> {
  const found = await findWalletActivity(ctx.db, ctx.tenant.id, customerId, {
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  if (!found) throw new Failure("customer_not_found");
  const totalRecords = Number(found.total);
  const totalPages = Math.ceil(totalRecords / perPage);
  return { data: found.rows.map(activityView), metadata: { page, perPage, totalRecords, totalPages } };
}

const CATEGORIES = {
  credit: "WALLET_CREDITED_BY_MERCHANT",
  debit: "WALLET_DEBITED_BY_MERCHANT",
  transfer: "WALLET_TO_WALLET_TRANSFER",
} as const;

function activityView(row: WalletActivityRow): WalletActivity {
  const actorKind = actorKindOf(row.actorKind);
  const actorName = row.actorName || (actorKind === "key" ? "Private key" : "");
  const happened = { id: row.id, at: row.at.toISOString(), actorKind, actorName };
  if (row.transactionKind === null) return { ...happened, kind: "audit", action: row.action, reason: row.reason };
  if (row.transactionKind === "funding" || row.transactionKind === "reservation") {
    throw new Error(`a ${row.transactionKind} reached a customer's wallet`);
  }
  const { counterpartyName: name, counterpartyAccountNumber: accountNumber } = row;
  return {
    ...happened,
    kind: "transaction",
    reason: null,
    category: CATEGORIES[row.transactionKind],
    amount: koboToWire(row.delta),
    fee: koboToWire(row.fee),
    balanceAfter: koboToWire(row.balanceAfter),
    reference: row.reference,
    counterparty: name !== null && accountNumber !== null ? { name, accountNumber } : null,
  };
}

const ACTOR_KINDS: readonly WalletActivity["actorKind"][] = ["member", "key", "customer", "job", "platform"];

function actorKindOf(text: string): WalletActivity["actorKind"] {
  const kind = ACTOR_KINDS.find((known) => known === text);
  if (!kind) throw new Error(`unknown kind of actor: ${text}`);
  return kind;
}
