import type { PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";

/**
 * How what waits stands now: a check fails; something changed since it was submitted that does not change every day; or
 * neither. Pure. Dashboard 5.8.
 */
export function driftMark(
  atSubmission: Omit<MovementPreview, "approval"> | null,
  now: Omit<MovementPreview, "approval">,
): PendingItem["mark"] {
  if (!now.allowed) return "failing";
  if (!atSubmission) return "same";
  const before = factsOf(atSubmission);
  return factsOf(now).some((fact, index) => fact !== before[index]) ? "changed" : "same";
}

// The merchant's own balance moves with every payment, as what was spent today does.
function factsOf({ source, target, transaction_fee: fee }: Omit<MovementPreview, "approval">) {
  const balance = source?.customerId ? source.balance : null;
  return [source?.status, balance, source?.dailyLimit, fee, target?.status, target?.postNoCredit];
}
