import type { PayoutCaseCode, PayoutState } from "../../../contract/payout-records.ts";
import type { AttemptOutcome, AttemptRow, PayoutRow } from "../../db/payouts/payout-states.ts";
import type { RailOutcome } from "../../providers/rails/rail.ts";

/** Who says it: the answer to the sending, the answer to a query, the bank by itself, or a member about a payout in review. */
export type OutcomeSource = "send" | "query" | "message" | "person";

/** What became of an attempt. `unsent`: nothing of the payment left this process. */
export type AttemptResult =
  | RailOutcome
  | { outcome: "not_found"; code: string }
  | { outcome: "reversed"; code: string }
  | { outcome: "unsent"; code: string; reason: string };

/** The movements to book. `late_success` and its reversal are between the bank and the money that the payer owes. Rails 4. */
export type Booking = "success" | "return" | "review" | "reversal" | "late_success" | "late_reversal";

/** What to do about an outcome: nothing, wait for the next query, or change the payout. */
export type OutcomeDecision =
  | { kind: "nothing" }
  | { kind: "wait"; wasNotFound: boolean; dueAt: Date }
  | {
      kind: "change";
      state: PayoutState;
      booking: Booking | null;
      reason: string | null;
      caseCode: PayoutCaseCode | "none" | null;
      attempt: {
        state: AttemptRow["attemptState"];
        outcome: AttemptOutcome | null;
        dueAt: Date | null;
        wasNotFound: boolean;
      };
      /** When the next attempt is made, with a session of its own. */
      nextAt: Date | null;
    };

const MINUTE = 60_000;
/** When a sent attempt is asked about, after its sending. Rails 3. */
const QUERIES_AFTER = [1, 3, 10, 30, 60, 180, 360, 720, 1_440].map((minutes) => minutes * MINUTE);
/** Two queries that find nothing prove that nothing arrived only when the bank had this long to take it in. */
const ARRIVED_AFTER = 2 * MINUTE;
const RETRY_MS = MINUTE;
const SLOW_RETRY_MS = 10 * MINUTE;
/** After so many retries the next ones come slowly. */
const QUICK_RETRIES = 10;
const NOTHING: OutcomeDecision = { kind: "nothing" };
const LOST_ATTEMPT = "The database was restored: a later attempt may have paid.";

type Facts = Pick<PayoutRow, "state" | "caseCode" | "outcome" | "attemptState" | "isLatest" | "isNextReady"> &
  Pick<PayoutRow, "n" | "queries" | "notFound" | "sentAt" | "isRestored" | "othersPaid">;

/** Decides what an outcome of one attempt means for its payout. Pure. Rails 3, Rails 4. */
export function decideOutcome(payout: Facts, result: AttemptResult, source: OutcomeSource, now: Date): OutcomeDecision {
  if (source === "person" && payout.state !== "in_review") return NOTHING;
  if (result.outcome === "succeeded") return decideSuccess(payout);
  if (result.outcome === "failed") return decideFailure(payout, result.reason, source);
  if (result.outcome === "reversed") return decideReversal(payout);
  if (!isOpen(payout) || payout.attemptState === "ended" || payout.state === "in_review") return NOTHING;
  if (result.outcome === "review") return toReview(result.reason, "review");
  // Without a verdict a message says less than the next query.
  if (source === "message") return NOTHING;
  if (result.outcome === "retry_later" || result.outcome === "unsent") return decideRetry(payout, result, now);
  return decideUnknown(payout, result, source, now);
}

function decideSuccess(payout: Facts): OutcomeDecision {
  const { state, outcome } = payout;
  // A repeated success, or the success that a reversal took back.
  if (outcome === "succeeded" || outcome === "reversed") return NOTHING;
  // A later attempt may pay as well, or did.
  const isSecond = !payout.isLatest && !payout.isNextReady && state !== "failed" && state !== "cancelled";
  if (isSecond) return contradiction(state, "paid_twice", "The bank paid an earlier attempt too.");
  if (isOpen(payout)) return ended("succeeded", "success", null);
  return contradiction(state, "paid_after_return", "The bank paid this after the money was returned to the wallet.");
}

function contradiction(state: PayoutState, caseCode: PayoutCaseCode, reason: string): OutcomeDecision {
  const change = ended(state, "late_success", reason);
  return { ...change, caseCode, attempt: { ...change.attempt, outcome: "succeeded" } };
}

function decideFailure(payout: Facts, reason: string, source: OutcomeSource): OutcomeDecision {
  const { state, outcome, caseCode } = payout;
  if (isOpen(payout)) {
    if (!payout.isLatest) return NOTHING;
    return source === "person" ? ended("failed", "return", reason) : giveBack(payout, reason);
  }
  if (state !== "succeeded" || outcome !== "succeeded" || caseCode !== null) return NOTHING;
  const text = `The bank confirmed this payout, and refused it later: ${reason}. Nothing was returned.`;
  const change = ended("succeeded", null, text);
  return {
    ...change,
    caseCode: "refused_after_success",
    attempt: { ...change.attempt, outcome: "succeeded" },
  };
}

function decideReversal(payout: Facts): OutcomeDecision {
  const { state, outcome } = payout;
  if (outcome === "reversed") return NOTHING;
  const paidTooMuch = payout.othersPaid + 1 - (state === "succeeded" ? 1 : 0);
  if (outcome === "succeeded" && paidTooMuch > 0) {
    const change = ended(state, "late_reversal", "The bank took back what it had paid too much.");
    const caseCode = paidTooMuch > 1 ? null : "none";
    return { ...change, caseCode, attempt: { ...change.attempt, outcome: "reversed" } };
  }
  // It was never booked as paid: nothing comes back of what a later attempt pays.
  if (outcome !== "succeeded" && !payout.isLatest && !payout.isNextReady && state !== "failed") {
    const change = ended(state, null, "The bank took back an earlier attempt.");
    return { ...change, attempt: { ...change.attempt, outcome: "reversed" } };
  }
  if (state === "succeeded") return { ...ended("reversed", "reversal", null), caseCode: "none" };
  // What came back was paid before: the caller records the success first.
  if (isOpen(payout)) return ended("succeeded", "success", null);
  if (state !== "failed") return NOTHING;
  // The money is with the payer, and with the bank nothing is left: its late success must not be booked.
  const change = ended(state, null, "The bank reversed it. The money was returned before.");
  return { ...change, attempt: { ...change.attempt, outcome: "reversed" } };
}

function decideRetry(
  payout: Facts,
  result: Extract<AttemptResult, { outcome: "retry_later" | "unsent" }>,
  now: Date,
): OutcomeDecision {
  if (!payout.isLatest) return NOTHING;
  if (payout.isRestored) return toReview(LOST_ATTEMPT, "unknown");
  // The receiver has the money: no further attempt. The debt and its case stay.
  if (payout.caseCode === "paid_twice") return ended("failed", "return", "The bank paid an earlier attempt.");
  const held = { kind: "change", state: "held", booking: null, reason: result.reason, caseCode: null } as const;
  if (result.outcome === "unsent") {
    const dueAt = retryAt(payout.queries, now);
    return { ...held, attempt: { state: "ready", outcome: null, dueAt, wasNotFound: false }, nextAt: null };
  }
  const attempt = { state: "ended", outcome: "retry_later", dueAt: null, wasNotFound: false } as const;
  return { ...held, attempt, nextAt: retryAt(payout.n, now) };
}

function retryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (tries < QUICK_RETRIES ? RETRY_MS : SLOW_RETRY_MS));
}

function decideUnknown(
  payout: Facts,
  result: Extract<AttemptResult, { outcome: "unknown" | "not_found" }>,
  source: OutcomeSource,
  now: Date,
): OutcomeDecision {
  const sentAt = payout.sentAt ?? now;
  const wasNotFound = result.outcome === "not_found";
  const sentFor = now.getTime() - sentAt.getTime();
  if (wasNotFound && payout.notFound >= 1 && sentFor >= ARRIVED_AFTER) {
    return giveBack(payout, "The payment did not arrive at the bank");
  }
  const next = QUERIES_AFTER.find((after) => after > sentFor);
  if (next === undefined && source === "query") {
    return toReview("The bank has not confirmed it for 24 hours.", "unknown");
  }
  const dueAt = new Date(sentAt.getTime() + (next ?? sentFor + MINUTE));
  const state = source === "send" ? "processing" : "unknown";
  if (payout.state === state) return { kind: "wait", wasNotFound, dueAt };
  const reason = result.outcome === "unknown" ? result.reason : "The bank does not know the payment yet";
  const attempt = { state: "sent", outcome: "unknown", dueAt, wasNotFound } as const;
  return { kind: "change", state, booking: null, reason, caseCode: null, attempt, nextAt: null };
}

/** The bank did not pay this attempt. In a restored database that says nothing of a later one: a person decides. Decision 0167. */
function giveBack(payout: Facts, reason: string): OutcomeDecision {
  if (!payout.isRestored) return ended("failed", "return", reason);
  return payout.state === "in_review" ? NOTHING : toReview(LOST_ATTEMPT, "unknown");
}

function toReview(reason: string, outcome: "review" | "unknown"): OutcomeDecision {
  const attempt = { state: "sent", outcome, dueAt: null, wasNotFound: false } as const;
  return { kind: "change", state: "in_review", booking: "review", reason, caseCode: null, attempt, nextAt: null };
}

function ended(state: PayoutState, booking: Booking | null, reason: string | null) {
  const outcome = state === "succeeded" || state === "reversed" ? state : "failed";
  return {
    kind: "change",
    state,
    booking,
    reason,
    caseCode: null,
    attempt: { state: "ended", outcome, dueAt: null, wasNotFound: false },
    nextAt: null,
  } as const;
}

const ENDS: ReadonlySet<PayoutState> = new Set(["succeeded", "failed", "reversed", "cancelled"]);

/** Whether the money of a payout is still held. */
export function isOpen({ state }: { state: PayoutState }): boolean {
  return !ENDS.has(state);
}
