import type { CappedMetadata } from "../../../contract/envelope.ts";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import { ACTIVITY_BOUND, findWalletActivity, type WalletActivityRow } from "../../db/wallets/wallet-activity.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { boundedMetadata, boundedSlice, type ListBound } from "../list-metadata.ts";

export type ListWalletActivityInput = { customerId: string; page: number; perPage: number };

const BOUND: ListBound = {
  rows: ACTIVITY_BOUND,
  are: "lines",
  instead: "the statement and the audit log go back further",
};

/**
 * Lists the history of a customer's wallet, newest first: freezes and other changes with actor and reason, refused
 * enables, and transactions with the balance after each. Api 3. Returns the wire payload.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `validation_failed` for a page beyond
 * the bound
 */
export async function listWalletActivity(
  ctx: Context,
  input: ListWalletActivityInput,
): Promise<{ data: WalletActivity[]; metadata: CappedMetadata }> {
  const found = await findWalletActivity(ctx.db, ctx.tenant.id, input.customerId, boundedSlice(input, BOUND));
  if (!found) throw new Failure("customer_not_found");
  return { data: found.rows.map(activityView), metadata: boundedMetadata(input, Number(found.total), BOUND) };
}

type Category = Extract<WalletActivity, { kind: "transaction" }>["category"];

const CATEGORIES: Partial<Record<TransactionKind, Category>> = {
  credit: "WALLET_CREDITED_BY_MERCHANT",
  debit: "WALLET_DEBITED_BY_MERCHANT",
  transfer: "WALLET_TO_WALLET_TRANSFER",
  payout: "BANK_TRANSFER",
  payout_return: "BANK_TRANSFER_REVERSAL",
  bank_credit: "WALLET_FUNDED_THROUGH_BANK_TRANSFER",
  card_hold: "CARD_PLACE_LIEN",
  card_increment: "CARD_PLACE_LIEN",
  card_release: "CARD_REVERSE",
  card_payment: "CARD_DEBIT",
  card_recovery: "CARD_DEBIT",
  card_refund: "CARD_REFUND",
  card_fund: "CARD_FUND",
  card_unload: "CARD_UNLOAD",
};

function activityView(row: WalletActivityRow): WalletActivity {
  const actorKind = actorKindOf(row.actorKind);
  const actorName = row.actorName || (actorKind === "key" ? "Private key" : "");
  const happened = { id: row.id, at: row.at.toISOString(), actorKind, actorName };
  if (row.transactionKind === null) {
    const { action, reason, tierBefore: from, tierAfter: to } = row;
    return { ...happened, kind: "audit", action, reason, tier: from && to && { from, to } };
  }
  const category = CATEGORIES[row.transactionKind];
  if (!category) throw new Error(`a ${row.transactionKind} reached a customer's wallet`);
  const { counterpartyName: name, counterpartyAccountNumber: accountNumber } = row;
  return {
    ...happened,
    kind: "transaction",
    reason: null,
    category,
    amount: koboToWire(row.delta),
    fee: koboToWire(row.fee),
    balanceAfter: koboToWire(row.balanceAfter),
    reference: row.reference,
    narration: row.narration,
    note: row.note,
    counterparty: name !== null && accountNumber !== null ? { name, accountNumber } : null,
  };
}

const ACTOR_KINDS: readonly WalletActivity["actorKind"][] = ["member", "key", "customer", "job", "platform"];

function actorKindOf(text: string): WalletActivity["actorKind"] {
  const kind = ACTOR_KINDS.find((known) => known === text);
  if (!kind) throw new Error(`unknown kind of actor: ${text}`);
  return kind;
}
