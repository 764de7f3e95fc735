import type { AnswerSource } from "../db/ledger/idempotency-keys.ts";
import type { AuditRow } from "../db/merchant/audit-log.ts";
import type { Statement } from "../db/statement.ts";
import type { Movement, Outcome } from "./movement.ts";

/**
 * An answer that is stored under the caller's Idempotency-Key, in the commit of its effect. API 1. With `source`, its status and body
 * are not stored, and those of an answer that is found are not the ones that were sent. Decision 0164.
 */
export type AnswerRow = {
  status: number;
  headers: Record<string, string>;
  body: string;
  source?: AnswerSource | undefined;
};

/** The decision of an approval: approved together with its money, or failed with the reason. API 4. */
export type ApprovalDecision = {
  tenant: number;
  id: string;
  decision: string;
  status: "APPROVED" | "FAILED";
  decidedBy: string | null;
  decidedByName: string;
  comment: string | null;
  reason: string | null;
  selfApproved: boolean;
};

/** Rows that commit together with the money. `approval` is present exactly when the posting settles one. */
export type SideEffects = {
  /** The whole request is refused: nothing is posted, even if some movements were allowed. */
  isRefused?: boolean;
  answer: AnswerRow | null;
  audit: readonly AuditRow[];
  approval?: ApprovalDecision | undefined;
  /**
   * Built and written last, in the same transaction. If a statement fails, the money is rolled back and the submitter gets the
   * error.
   */
  statements?: (() => readonly Statement[]) | undefined;
};

/**
 * One request to move money: a transfer is one movement, a batch up to 5,000. Its movements are decided one by one and
 * commit together. `buildSideEffects` is called with the outcomes, in the order of `movements`, just before the commit and again if
 * the attempt is repeated, so it must be synchronous and pure. `hasEarlyRows`: the statements of `early` have run in this attempt.
 */
export type Posting = {
  readonly tenant: number;
  readonly movements: readonly Movement[];
  readonly idempotency: { readonly key: string; readonly requestHash: Buffer } | null;
  /** The approval that this settles: decided only while it waits. `decision` is an ID of this attempt to decide it. */
  readonly approval?: { readonly id: string; readonly decision: string } | undefined;
  /**
   * Statements that do not depend on the decisions: PostgreSQL runs them while the movements are decided. Only the first attempt of a posting
   * that is alone does this. They are rolled back where it is refused or was done before. Decision 0217.
   */
  early?(): readonly Statement[];
  buildSideEffects(outcomes: readonly Outcome[], at: Date, hasEarlyRows: boolean): SideEffects;
};

/**
 * What a posting came to: decided now, answered before under the same Idempotency-Key, its approval waits no longer, or its
 * merchant is suspended (in the last three nothing was done now).
 */
export type Decision =
  | { readonly kind: "decided"; readonly outcomes: readonly Outcome[]; readonly at: Date }
  | { readonly kind: "answered_before"; readonly answer: AnswerRow; readonly requestHash: Buffer }
  | { readonly kind: "approval_decided" | "merchant_suspended" };

/** Refuses a posting before anything was done: the queue is full, or the database is away. Worth trying again. */
export class LedgerUnavailable extends Error {
  override name = "LedgerUnavailable";
}

/** The connection was lost while committing and could not be had again: whether the posting was done is not known. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
}

/** Refuses a posting because too many of its tenant wait; those of other tenants are still taken. Decision 0195. */
export class TenantQueueFull extends LedgerUnavailable {
  override name = "TenantQueueFull";
}

/**
 * Commits postings in groups. `submit` resolves after the commit.
 * @throws `LedgerUnavailable` nothing was done; `OutcomeUnknown` repeat only with the same key.
 */
export type Committer = {
  submit(posting: Posting): Promise<Decision>;
  /** The number of postings that wait for a lane. */
  waiting(): number;
  /** The number of waiting postings of the tenant that has the most. */
  longestLine(): number;
  /** How long each lane has been busy with its present flush, in ms; 0 where it is idle. */
  lanes(): readonly number[];
  /** Refuses new postings, finishes the queue and closes the connections. */
  close(): Promise<void>;
};
