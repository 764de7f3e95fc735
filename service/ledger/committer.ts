import type { AuditRow } from "../db/merchant/audit-log.ts";
import type { Statement } from "../db/statement.ts";
import type { Movement, Outcome } from "./movement.ts";

/** An answer as it was sent (api 1): kept under the caller's key, in the commit of its effect. */
export type AnswerRow = { status: number; headers: Record<string, string>; body: string };

/** How an approval ends: with the money that it let through, or failed with the reason against it (api 4). */
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

/** Rows that stand or fall with the money. `approval` is there exactly when the posting settles one. */
export type SideEffects = {
  /** The request is refused whole: nothing of it is posted, whatever its movements came to. */
  isRefused?: boolean;
  answer: AnswerRow | null;
  audit: readonly AuditRow[];
  approval?: ApprovalDecision | undefined;
  /**
   * Made and written after all else, while the money is on its way. One that fails undoes the money, and the failure reaches who
   * submitted it.
   */
  statements?: (() => readonly Statement[]) | undefined;
};

/**
 * One request to move money: a transfer is one movement, a batch up to 5,000. Its movements are decided one by one and
 * commit together. `buildSideEffects` is called with the outcomes, in the order of `movements`, just before the commit and again if
 * the attempt is repeated, so it must be synchronous and pure.
 */
export type Posting = {
  readonly tenant: number;
  readonly movements: readonly Movement[];
  readonly idempotency: { readonly key: string; readonly requestHash: Buffer } | null;
  /** The approval that this settles: decided only while it waits. `decision` is an ID of this attempt to decide it. */
  readonly approval?: { readonly id: string; readonly decision: string } | undefined;
  buildSideEffects(outcomes: readonly Outcome[], at: Date): SideEffects;
};

/**
 * What a posting came to: decided now, answered before under the same Idempotency-Key, or its approval waits no longer (in
 * the last two nothing was done now).
 */
export type Decision =
  | { readonly kind: "decided"; readonly outcomes: readonly Outcome[]; readonly at: Date }
  | { readonly kind: "answered_before"; readonly answer: AnswerRow; readonly requestHash: Buffer }
  | { readonly kind: "approval_decided" };

/** Refuses a posting before anything was done: the queue is full, or the database is away. Worth trying again. */
export class LedgerUnavailable extends Error {
  override name = "LedgerUnavailable";
}

/** The connection was lost while committing and could not be had again: whether the posting was done is not known. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
}

/**
 * Commits postings in groups. `submit` resolves after the commit.
 * @throws `LedgerUnavailable` nothing was done; `OutcomeUnknown` repeat only with the same key.
 */
export type Committer = {
  submit(posting: Posting): Promise<Decision>;
  /** Postings that wait for a lane. */
  waiting(): number;
  /** Takes no more, finishes what waits, ends the connections. */
  close(): Promise<void>;
};
