import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import type { SettingsRow } from "../../db/merchant/settings.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { refusalOfDebits } from "../batches/debit-rules.ts";
import { batchOfOneFailure } from "../batches/refusals.ts";
import { Failure } from "../failure.ts";
import { type Fees, itemFees, transferFees } from "../transactions/fees.ts";
import { transferFailure } from "../transfers/refusals.ts";

/** What a movement of a kind costs by the settings of now, what stands against all of them, and what its refusals are called. */
export type Terms = {
  fees: Fees;
  ceiling: bigint | null;
  first: readonly Failure[];
  failureOf(refusal: Refusal): Failure;
};

/** Null for kinds of many movements. Pure. */
export function termsOf(kind: ApprovalRow["kind"], settings: SettingsRow): Terms | null {
  if (kind === "transfer") {
    const fees = transferFees({ ...settings, transferMerchantFee: settings.merchantFee });
    const first = settings.internalTransfers ? [] : [new Failure("internal_transfers_off")];
    return { fees, ceiling: null, first, failureOf: transferFailure };
  }
  if (kind !== "credit" && kind !== "debit") return null;
  const off = refusalOfDebits(kind, settings, { takesPin: false });
  const ceiling = kind === "credit" ? settings.merchantDailyLimit : null;
  return { fees: itemFees(settings), ceiling, first: off ? [off] : [], failureOf: batchOfOneFailure };
}
