import { formatNaira } from "./naira.ts";

/** Texts about requests that need approval. Amounts in kobo. */
export const approvalTexts = {
  overLimit: (limit: bigint, amount: bigint) =>
    `Your approval limit is ${formatNaira(limit)}; this is ${formatNaira(amount)}.`,
  givesMore: (limit: bigint, given: bigint | null) =>
    `Your approval limit is ${formatNaira(limit)}; this gives ${given === null ? "no limit" : formatNaira(given)}.`,
  // Why the caller cannot approve a request that is still in the list.
  expired: "This has expired.",
  membersOnly: "Only a member can approve this.",
  // Reasons of decisions that nobody typed.
  expiryReason: "Nobody decided in time.",
  restoredReason: "Our database was restored to an earlier time. Check whether it was paid, then submit it again.",
  batchCancelledReason: "The batch was cancelled.",
};
