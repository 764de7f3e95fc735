import type { FailureCode } from "../../../contract/errors.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { Failure } from "../failure.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

/** What a rejected item of a batch says (spec 7, api 5). */
const reasons: Record<Refusal["code"], { code: FailureCode; reason: string }> = {
  same_account: { code: "same_wallet", reason: "Source and destination cannot be the same." },
  account_not_found: { code: "wallet_not_found", reason: "Wallet not found." },
  account_frozen: { code: "source_inactive", reason: "Wallet is not active." },
  post_no_credit: { code: "post_no_credit", reason: "Post no credit is enabled." },
  single_limit_exceeded: { code: "single_limit_exceeded", reason: "Single transaction limit exceeded." },
  daily_limit_exceeded: { code: "daily_limit_exceeded", reason: "Customer daily tier limit exceeded" },
  balance_too_low: { code: "insufficient_balance", reason: "Insufficient balance" },
  min_balance_not_met: { code: "min_balance_not_met", reason: "Minimum balance condition not met." },
  max_balance_exceeded: { code: "max_balance_exceeded", reason: "Maximum balance would be exceeded." },
  ceiling_exceeded: { code: "merchant_daily_limit_exceeded", reason: "Daily transaction limit exceeded." },
  duplicate_reference: { code: "reference_exists", reason: "Reference already exist." },
};

/** What a rejected item says where the ledger refused it; the same words as for a batch of one. */
export function reasonOf({ code }: Refusal): string {
  return reasons[code].reason;
}

/**
 * A refusal in the spec's words for batches, as the failure of a single credit or debit: a batch of one, so the reason is
 * its `message`. Spec 7, api 3, 5.
 */
export function batchOfOneFailure(refusal: Refusal): Failure {
  const { code, reason: message } = reasons[refusal.code];
  const isDestination = "side" in refusal && refusal.side === "destination";
  const errors = refusalFacts(refusal, message);
  return new Failure(code === "source_inactive" && isDestination ? "destination_inactive" : code, {
    message,
    ...(errors.length === 0 ? {} : { errors }),
  });
}
