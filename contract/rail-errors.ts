/** The failures of payouts, bank transfers that arrive and reconciliation: HTTP status and exact message. Rails 2, 5, 6. */
export const railFailures = {
  bank_unknown: { status: 400, message: "No bank has this code. Choose one from GET /transfer/banks." },
  bank_account_not_found: { status: 404, message: "This bank has no account with this number." },
  rail_unavailable: {
    status: 503,
    message: "The bank network does not answer. Nothing was done. Try again shortly.",
  },
  rail_missing: {
    status: 400,
    message: "Bank transfers are not set up for this account mode. Nothing was done. Ask the platform.",
  },
  batch_changed: {
    status: 400,
    message: "The batch is not what was submitted for approval. Nothing was paid. Submit it again.",
  },
  account_name_mismatch: { status: 400, message: "The name does not match the name that the bank gave." },
  possible_duplicate: {
    status: 409,
    message:
      "The same amount went to this account in the last two minutes. Nothing was done. Send allowDuplicate to pay it again.",
  },
  bank_account_unknown: { status: 400, message: "This bank has no account with this number." },
  // Not 400: the answer that is stored under an Idempotency-Key is that of the hold.
  bank_transfer_failed: {
    status: 422,
    message: "The bank did not accept this transfer. The money is back in the wallet.",
  },
  beneficiary_not_found: { status: 404, message: "This saved account has been removed already." },
  payout_not_found: { status: 404, message: "Payout not found." },
  payout_sent: { status: 409, message: "This payout was sent already. It can no longer be cancelled." },
  payout_ended: { status: 409, message: "This payout has ended. There is nothing to ask the bank." },
  payout_not_in_review: { status: 409, message: "This payout waits for no decision. Nothing was done." },
  payout_case_closed: { status: 409, message: "This payout has no open case. Nothing was done." },
  payout_asked: { status: 429, message: "The bank was asked less than a minute ago. Try again shortly." },

  rail_signature_refused: {
    status: 401,
    message:
      "The signature is missing, wrong or older than five minutes, or the body has no meaning. Nothing was done.",
  },
  bank_credit_not_found: { status: 404, message: "Bank transfer not found." },
  bank_credit_resolved: { status: 409, message: "This bank transfer was resolved already. Nothing was done." },
  bank_credit_without_sender: {
    status: 400,
    message: "The bank did not say who sent this money, so it cannot go back. Credit it to a wallet instead.",
  },
  settlement_of_platform: {
    status: 403,
    message: "In production the platform uploads the settlement files of its bank. Nothing was done.",
  },
  break_not_found: { status: 404, message: "Difference not found." },
  break_resolved: { status: 409, message: "This difference was resolved already. Nothing was done." },
  break_changing: {
    status: 409,
    message: "A settlement file is being compared with this difference. Nothing was done. Try again in a minute.",
  },
  break_choice_impossible: { status: 400, message: "This resolution is not possible for this difference." },
  bank_credit_without_wallet: {
    status: 400,
    message: "The bank did not say which account this money is for. Name the account number of the wallet.",
  },
} as const;
