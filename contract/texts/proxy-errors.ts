/** Errors that the dashboard's server returns itself, in the service's envelope. Dashboard 3. */
export const proxyErrors = {
  bad_origin: { status: 403, message: "This request did not come from the dashboard." },
  not_found: { status: 404, message: "There is nothing at this address." },
  method_not_allowed: { status: 405, message: "This address does not support this method." },
  session_expired: { status: 401, message: "Your session has ended. Sign in again." },
  session_changed: { status: 409, message: "Someone else has signed in in this browser. Nothing was done." },
  merchant_changed: { status: 409, message: "Another merchant was chosen in this browser. Nothing was done." },
  wrong_password: { status: 400, message: "The password is wrong." },
  two_factor_required: { status: 400, message: "Enter the code from your authenticator app, or a recovery code." },
  two_factor_wrong: { status: 400, message: "This code is wrong or was already used. Wait for the next one." },
  login_locked: { status: 429, message: "Too many failed attempts. Try again later." },
  permission_missing: { status: 403, message: "You do not have the required permission." },
  role_missing: { status: 403, message: "Only MainMerchant or Admin can do this." },
  account_mode_required: { status: 400, message: "X-Account-Mode must say which mode the page was shown in." },
  idempotency_key_required: { status: 400, message: "This call needs an Idempotency-Key." },
  body_too_large: { status: 413, message: "The body is too large." },
  service_unreachable: { status: 503, message: "The service does not answer. Nothing was done. Try again shortly." },
  outcome_unknown: {
    status: 504,
    message: "It is not known yet whether this was done. Check before you try again.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
