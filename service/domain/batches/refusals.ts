import type { FailureCode } from "../../../contract/errors.ts";
import { type ItemReason, itemReason, type itemReasonTexts } from "../../../contract/texts/batches.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { Failure } from "../failure.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

const codes: Record<Refusal["code"], FailureCode & keyof typeof itemReasonTexts> = {
  same_account: "same_wallet",
  account_not_found: "wallet_not_found",
  account_frozen: "source_inactive",
  post_no_credit: "post_no_credit",
  single_limit_exceeded: "single_limit_exceeded",
  daily_limit_exceeded: "daily_limit_exceeded",
  balance_too_low: "insufficient_balance",
  min_balance_not_met: "min_balance_not_met",
  max_balance_exceeded: "max_balance_exceeded",
  ceiling_exceeded: "merchant_daily_limit_exceeded",
  duplicate_reference: "reference_exists",
};

/** The reason of an item that the ledger refused. Spec 7, API 5. */
export function reasonOf({ code }: Refusal): ItemReason {
  return itemReason(codes[code]);
}

/** The failure of a single credit or debit that the ledger refused. It is a batch of one, so the item's reason is the message. Spec 7, API 3, 5. */
export function batchOfOneFailure(refusal: Refusal): Failure {
  const code = codes[refusal.code];
  const { text: message } = itemReason(code);
  const isDestination = "side" in refusal && refusal.side === "destination";
  const errors = refusalFacts(refusal, message);
  return new Failure(code === "source_inactive" && isDestination ? "destination_inactive" : code, {
    message,
    ...(errors.length === 0 ? {} : { errors }),
  });
}
