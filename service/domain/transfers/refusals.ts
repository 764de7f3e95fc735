import type { FailureCode } from "../../../contract/errors.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { Failure } from "../failure.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

/** The failure of a transfer that the ledger refused, with the numbers of the refusal. Spec 7, wire 7. */
export function transferFailure(refusal: Refusal): Failure {
  const failure = new Failure(codeOf(refusal));
  const facts = refusalFacts(refusal, failure.message);
  return facts.length === 0 ? failure : new Failure(failure.code, { errors: facts });
}

function codeOf(refusal: Refusal): FailureCode {
  switch (refusal.code) {
    case "account_frozen":
      return refusal.side === "source" ? "source_inactive" : "destination_inactive";
    case "account_not_found":
      return "wallets_not_found";
    case "same_account":
      return "same_wallet";
    case "balance_too_low":
      return "insufficient_balance";
    case "duplicate_reference":
      return "reference_exists";
    case "ceiling_exceeded":
      return "merchant_daily_limit_exceeded";
    default:
      return refusal.code;
  }
}
