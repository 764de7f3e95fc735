import type { ApprovalDecision } from "../../ledger/committer.ts";
import type { Failure } from "../failure.ts";

/**
 * The approval that a movement settles. In a context it makes `moveMoney` give the movement the approval's own ID and
 * reference, and commit the decision with the money or with the reason against it: no crash can part the two.
 */
export type Approving = {
  readonly id: string;
  readonly reference: string;
  /** An ID of this attempt to decide. */
  readonly decision: string;
  /** How the approval ends: approved, or failed for a reason. Pure. */
  settle(failure: Failure | null): ApprovalDecision;
};
