/**
 * Every failure the service can answer with: HTTP status and exact text (spec 7, wire facts 7).
 * A verb throws the code; `service/http/errors.ts` alone turns it into an answer.
 */
export const failures = {
  validation_failed: { status: 400, message: "Some fields are not valid." },
  malformed_json: { status: 400, message: "The body is not valid JSON." },
  unauthenticated: { status: 401, message: "Missing or invalid authentication token." },
  wrong_credential: { status: 401, message: "This credential does not open this endpoint." },
  wrong_mode_key: { status: 401, message: "This key belongs to the other account mode." },
  wrong_login: { status: 401, message: "E-mail or password is wrong." },
  login_locked: { status: 429, message: "Too many failed attempts. Try again later." },
  invalid_refresh_token: { status: 400, message: "Invalid refresh token provided." },
  permission_missing: { status: 403, message: "You do not have the permission this needs." },
  role_missing: { status: 403, message: "Only MainMerchant or Admin can do this." },
  sandbox_only: { status: 403, message: "This is only possible in sandbox mode." },
  mode_changed: { status: 409, message: "The account mode has changed. Nothing was done." },
  not_found: { status: 404, message: "Nothing is here." },
  method_not_allowed: { status: 405, message: "This path does not take this method." },
  request_timeout: { status: 408, message: "The request took too long to arrive." },
  headers_too_large: { status: 431, message: "The headers are too large." },
  body_too_large: { status: 413, message: "The body is too large." },
  upload_incomplete: { status: 400, message: "The upload ended before it was complete. Nothing was done." },
  unsupported_media_type: { status: 415, message: "This endpoint takes application/json." },
  not_built: { status: 501, message: "This endpoint is specified but not built yet." },
  internal: { status: 500, message: "Something went wrong on our side. Nothing of it is your fault." },
  unavailable: { status: 503, message: "The service is busy. Nothing was done. Try again shortly." },
  outcome_unknown: {
    status: 503,
    message: "Whether this was done is not known yet. Repeat it only with the same Idempotency-Key.",
  },

  idempotency_key_invalid: { status: 400, message: "Idempotency-Key must be 1 to 255 visible characters." },
  idempotency_key_reused: { status: 422, message: "This Idempotency-Key was used with another body." },
  idempotency_in_flight: { status: 409, message: "A request with this Idempotency-Key is still in flight." },

  keys_missing: { status: 404, message: "This account mode has no keys yet." },
  customer_not_found: { status: 400, message: "Customer not found." },
  customer_exists: { status: 400, message: "Customer already exist." },
  import_not_found: { status: 404, message: "Upload not found." },
  member_exists: { status: 400, message: "An account with the provided details already exists." },
  tier_document_missing: { status: 400, message: "The identity documents for this tier are not verified yet." },
  registry_unavailable: {
    status: 503,
    message: "The identity registry does not answer. Nothing was done. Try again shortly.",
  },
  wallet_not_found: { status: 400, message: "Wallet not found." },
  wallet_already_frozen: { status: 400, message: "Customer wallet is already frozen." },
  wallet_already_active: { status: 400, message: "Customer wallet is already active." },
  wallet_frozen_by_identity_check: {
    status: 400,
    message: "BVN verification is required before this wallet can be enabled.",
  },

  same_wallet: { status: 400, message: "Source and destination cannot be the same." },
  wallets_not_found: { status: 400, message: "One or both wallets not found." },
  source_inactive: { status: 400, message: "Source wallet is not active." },
  destination_inactive: { status: 400, message: "Destination wallet is not active." },
  post_no_credit: { status: 400, message: "Post no credit has been enabled on the beneficiary account." },
  single_limit_exceeded: { status: 400, message: "Single transaction limit exceeded." },
  daily_limit_exceeded: { status: 400, message: "Customer daily tier limit exceeded" },
  insufficient_balance: {
    status: 400,
    message: "Insufficient balance on source wallet to complete this transfer.",
  },
  min_balance_not_met: { status: 400, message: "Minimum balance condition not met." },
  max_balance_exceeded: { status: 400, message: "Destination maximum balance would be exceeded." },
  reference_exists: { status: 400, message: "Reference already exist." },
  batch_not_found: { status: 404, message: "Batch not found." },
  batch_begun: {
    status: 400,
    message: "This batch has already been processed or is in process. It can no longer be cancelled.",
  },
  no_valid_transactions: { status: 400, message: "No valid transactions to process." },
  merchant_balance_too_low: { status: 400, message: "Insufficient merchant wallet balance." },
  merchant_daily_limit_exceeded: { status: 400, message: "Daily transaction limit exceeded." },
  debit_pin_required: {
    status: 400,
    message: "This account asks for the customer's PIN on every debit. Send debits through the API, with PINs.",
  },
  transaction_not_found: { status: 404, message: "Transaction not found." },
  internal_transfers_off: { status: 403, message: "Internal transfers are not enabled on this account." },
  customer_debit_off: { status: 403, message: "Customer debit is not enabled on this account." },

  approval_not_found: { status: 404, message: "Pending transaction not found." },
  approval_decided: { status: 409, message: "This transaction is no longer pending. Nothing was done." },
  approval_own: { status: 403, message: "You submitted this transaction. Another member must approve it." },
  approval_limit_exceeded: { status: 403, message: "The amount is above your approval limit." },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof failures;
