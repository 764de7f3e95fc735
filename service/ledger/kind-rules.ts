import type { TransactionKind } from "../db/transactions/transaction-line.ts";

/**
 * How the ledger treats a kind of movement.
 * - `fees`: where the fees go: to the fee accounts, or with the amount to the destination, which holds them until the payout ends.
 * - `checks`: a payment obeys states, limits and balances. A booking records a fact, such as a payout that the bank refused, so only
 *   the source's balance is checked: a frozen wallet gets its own money back.
 * - `whileSuspended`: also posted for a suspended merchant. Decision 0074.
 */
export type KindRule = {
  readonly fees: "fee_accounts" | "destination";
  readonly checks: "payment" | "booking";
  readonly whileSuspended: boolean;
};

const payment: KindRule = { fees: "fee_accounts", checks: "payment", whileSuspended: false };
const moneyIn: KindRule = { ...payment, whileSuspended: true };
const hold: KindRule = { ...payment, fees: "destination" };
const booking: KindRule = { fees: "fee_accounts", checks: "booking", whileSuspended: true };

/** The rule of each kind. Rails 4. */
export const KIND_RULES: Readonly<Record<TransactionKind, KindRule>> = {
  transfer: payment,
  credit: payment,
  debit: payment,
  reservation: payment,
  funding: moneyIn,
  payout: hold,
  merchant_payout: hold,
  payout_return: booking,
  merchant_payout_return: booking,
  bank_credit: moneyIn,
  merchant_bank_credit: moneyIn,
  bank_booking: booking,
  card_hold: payment,
  card_account_hold: payment,
  card_increment: booking,
  card_release: booking,
  card_payment: booking,
  card_refund: booking,
  card_recovery: booking,
  card_fund: payment,
  card_unload: payment,
  card_booking: booking,
};
