/**
 * The kinds of transaction. `merchant_` kinds are those of the merchant's own wallet. A `bank_booking` moves money between internal
 * accounts of the bank rails. Rails 4. The payer of a card is a wallet or, for `card_account_hold`, an account of the card; a
 * `card_booking` moves money between internal accounts. Cards 4.
 */
export type TransactionKind =
  | "transfer"
  | "credit"
  | "debit"
  | "funding"
  | "reservation"
  | "payout"
  | "merchant_payout"
  | "payout_return"
  | "merchant_payout_return"
  | "bank_credit"
  | "merchant_bank_credit"
  | "bank_booking"
  | "card_hold"
  | "card_account_hold"
  | "card_increment"
  | "card_release"
  | "card_payment"
  | "card_refund"
  | "card_recovery"
  | "card_fund"
  | "card_unload"
  | "card_booking";

/**
 * A transaction as seen from one account, the subject. `isPayer`: the subject is the source. `balanceAfter` is the
 * subject's balance right after it; null where nothing was posted, or where the subject's entry covers several
 * transactions. The fields of a side are null where it has no wallet. Kobo.
 */
export type TransactionLine = {
  id: string;
  reference: string;
  kind: TransactionKind;
  status: "success" | "failed" | "pending";
  failure: string | null;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  /** The part of `baseFee` that is VAT; only payouts have any. */
  vat: bigint;
  description: string | null;
  narration: string | null;
  note: string | null;
  reversalOf: string | null;
  metadata: Record<string, unknown> | null;
  at: Date;
  isPayer: boolean;
  balanceAfter: bigint | null;
  sourceId: string | null;
  sourceCustomerId: string | null;
  sourceName: string | null;
  sourceNumber: string | null;
  destinationId: string | null;
  destinationCustomerId: string | null;
  destinationName: string | null;
  destinationNumber: string | null;
};

/** SQL: whether the source is the subject in a merchant's list. The subject of a transfer is the payer. */
export const MERCHANT_PAYS = `t.kind in ('credit', 'transfer', 'reservation', 'payout', 'merchant_payout',
  'card_hold', 'card_increment', 'card_payment', 'card_recovery', 'card_fund')`;

/**
 * SQL: the columns of a `TransactionLine`, from a transaction `t` with its joins. `isPayer` is a condition on `t`. Without
 * `hasMetadata` it is null, and not read: older transactions may have much of it.
 */
export function lineColumns(isPayer: string, { balanceAfter = "e.balance_after", hasMetadata = true } = {}): string {
  return `t.id, t.reference, t.kind, t.status, t.failure, t.amount, t.fee_base as "baseFee", t.fee_merchant as "merchantFee",
    coalesce((select o.vat from payouts o where o.tenant = t.tenant and o.id = t.id and t.kind in ('payout', 'merchant_payout')), 0) as vat,
    t.description, t.narration, t.note, t.reversal_of as "reversalOf", ${hasMetadata ? "t.metadata" : "null::jsonb as metadata"}, t.at, (${isPayer}) as "isPayer", ${balanceAfter} as "balanceAfter",
    s.id as "sourceId", s.customer_id as "sourceCustomerId", s.account_name as "sourceName",
    s.account_number as "sourceNumber", d.id as "destinationId", d.customer_id as "destinationCustomerId",
    d.account_name as "destinationName", d.account_number as "destinationNumber"`;
}

/**
 * SQL: the transactions `t` of a page `p` of IDs. `limit 1` makes each a look-up by key: PostgreSQL would compare the page with all
 * transactions of a merchant that its statistics do not know yet (decision 0203).
 */
export const PAGE_ROWS =
  "left join lateral (select * from transactions where tenant = $1 and id = p.id limit 1) t on true";

/** SQL: the joins of a line, each by primary or unique key. An entry that covers several transactions is left out. */
export function lineJoins(isPayer: string): string {
  return `left join entries e on e.tenant = t.tenant and e.transaction = t.id
      and e.account = case when ${isPayer} then t.source else t.destination end
      and e.seq = case when ${isPayer} then t.source_seq else t.destination_seq end
    left join wallets s on s.tenant = t.tenant and s.account_id = t.source
    left join wallets d on d.tenant = t.tenant and d.account_id = t.destination`;
}
