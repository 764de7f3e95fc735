import type { PayoutState } from "../../../contract/payout-records.ts";
import { type RailAccounts, railAccountsOf } from "../../db/ledger/accounts.ts";
import { recordAsked } from "../../db/payouts/payout-attempts.ts";
import {
  findPayoutOfSession,
  type PayoutRow,
  type PayoutStep,
  writePayoutStep,
} from "../../db/payouts/payout-states.ts";
import { inTransaction, wakeAfterCommit } from "../../db/pool.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Statement } from "../../db/statement.ts";
import type { Rail } from "../../providers/rails/rail.ts";
import type { Context, Services } from "../context.ts";
import { Failure } from "../failure.ts";
import { moveMoney, type NewMovement } from "../transactions/move-money.ts";
import {
  type AttemptResult,
  type Booking,
  decideOutcome,
  isOpen,
  type OutcomeDecision,
  type OutcomeSource,
} from "./decide-outcome.ts";
import {
  type HeldIn,
  lateReversalOf,
  lateSuccessOf,
  returnOf,
  reversalOf,
  reviewOf,
  successOf,
} from "./payout-bookings.ts";
import { newSessionId } from "./session-id.ts";

export const PAYOUT_JOB = { kind: "job", id: "send-payouts", name: "Bank" } as const;

const MAX_TRIES = 6;

type Outcome = {
  result: AttemptResult;
  source: OutcomeSource;
  /** The member who decided, and why. */
  by?: { ctx: Context; reason: string };
  /** From the enquiry before the sending. */
  enquiryId?: string | null;
};

/**
 * Records what became of an attempt, in one commit with the money that it moves. Of several verdicts at once each is decided after the
 * one before it, so the same verdict books once. Returns the state afterwards and whether it changed. Rails 3, Rails 4.
 * @throws `unavailable`, when nothing was recorded
 */
export async function recordOutcome(
  services: Services,
  payout: PayoutRow,
  outcome: Outcome,
): Promise<{ state: PayoutState; isChanged: boolean }> {
  let current = payout;
  for (let tries = 1; ; tries += 1) {
    const at = services.clock.now();
    const decision = decideOutcome(current, outcome.result, outcome.source, at);
    if (decision.kind === "nothing") return { state: current.state, isChanged: false };
    try {
      await apply(services, current, { outcome, decision, at });
      const state = decision.kind === "change" ? decision.state : current.state;
      // A reversal of a payout whose success was not known yet: that success is recorded now.
      const isHalf = outcome.result.outcome === "reversed" && state === "succeeded" && isOpen(current);
      if (!isHalf) return { state, isChanged: true };
    } catch (error) {
      if (!isOvertaken(error) || tries >= MAX_TRIES) throw error;
    }
    current = await reread(services, current);
  }
}

/** Records what a rail reports about a session by itself. Null when no attempt has it. Rails 3. @throws as `recordOutcome` */
export async function recordReport(
  services: Services,
  rail: Pick<Rail, "name">,
  { sessionId, result }: { sessionId: string; result: AttemptResult },
): Promise<{ state: PayoutState; isChanged: boolean } | null> {
  const payout = await findPayoutOfSession(services.db, rail.name, sessionId);
  return payout ? recordOutcome(services, payout, { result, source: "message" }) : null;
}

async function reread({ db }: Services, { rail, sessionId }: PayoutRow): Promise<PayoutRow> {
  const payout = await findPayoutOfSession(db, rail, sessionId);
  if (!payout) throw new Error("an attempt has gone");
  return payout;
}

/** Whether another verdict was recorded since the payout was read, or this one was and nobody saw it. */
export function isOvertaken(error: unknown): boolean {
  if (error instanceof Failure) return error instanceof BookingRefused || error.code === "outcome_unknown";
  return isUniqueViolation(error, { table: "payout_history" });
}

/** The held money is not there: another verdict has booked it since the payout was read. */
class BookingRefused extends Failure {}

type Change = Extract<OutcomeDecision, { kind: "change" }>;
type Verdict = { outcome: Outcome; decision: Exclude<OutcomeDecision, { kind: "nothing" }>; at: Date };

async function apply(services: Services, payout: PayoutRow, { outcome, decision, at }: Verdict): Promise<void> {
  const { code } = outcome.result;
  if (decision.kind === "wait") {
    const reason = "reason" in outcome.result ? outcome.result.reason : "The bank does not know the payment yet";
    return recordAsked(services.db, payout, { ...decision, code, reason }, at);
  }
  const ctx = outcome.by?.ctx ?? bankContext(services, payout);
  const step = stepOf(ctx, payout, { outcome, decision });
  await changePayout(ctx, payout, { step, booking: decision.booking });
}

/** What the bank says is booked by nobody's request, also when a request brought it. */
function bankContext(services: Services, { tenant: id, merchantId, mode }: PayoutRow): Context {
  return {
    ...services,
    tenant: { id, merchantId, mode },
    actor: PAYOUT_JOB,
    requestId: PAYOUT_JOB.id,
    address: null,
    pendingAnswer: null,
    money: "direct",
  };
}

/**
 * Changes a payout and books its money in one commit, with an audit row where it ends or needs a person. @throws as `moveMoney`, and
 * when the payout changed since it was read
 */
export async function changePayout(
  ctx: Context,
  payout: PayoutRow,
  { step, booking }: { step: PayoutStep; booking: Booking | null },
): Promise<void> {
  if (booking === null && step.caseCode === null) {
    return writeAlone(ctx, writePayoutStep(payout, step, ctx.clock.now()), step.publishes !== null);
  }
  const accounts = await railAccountsOf(ctx.db, ctx.tenant.id);
  await moveMoney(ctx, {
    movements: booking === null ? [] : movementsOf(payout, accounts, booking),
    answer(moved) {
      if (!moved.every(({ outcome }) => outcome.posted)) throw new BookingRefused("unavailable");
      return moved;
    },
    audit: () => [
      {
        action: `payout.${step.caseCode !== null && step.caseCode !== "none" ? "contradicted" : step.state}`,
        object: { kind: "payout", id: payout.id },
        before: { state: payout.state },
        after: { state: step.state, code: step.code, sessionId: payout.sessionId, case: step.caseCode },
        reason: step.reason,
      },
    ],
    statements: (_moved, at) => [writePayoutStep(payout, step, at)],
  });
  if (step.isEnd || step.state === "in_review") ctx.payoutEnds?.announce(payout.id);
}

async function writeAlone({ db }: Services, statement: Statement, isPublished: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(statement);
    if (isPublished) wakeAfterCommit(tx);
  });
}

function movementsOf(payout: PayoutRow, accounts: RailAccounts, booking: Booking): NewMovement[] {
  const from: HeldIn = payout.state === "in_review" ? "payout_review" : "payout_hold";
  if (booking === "success") return successOf(payout, accounts, from);
  if (booking === "return") return [returnOf(payout, accounts, from)];
  if (booking === "review") return [reviewOf(payout, accounts)];
  if (booking === "reversal") return [reversalOf(payout, accounts)];
  return [booking === "late_success" ? lateSuccessOf(payout, accounts) : lateReversalOf(payout, accounts)];
}

/** The states that merchants hear about. Rails 5. */
const PUBLISHED: ReadonlySet<PayoutState> = new Set([
  "processing",
  "unknown",
  "in_review",
  "succeeded",
  "failed",
  "reversed",
  "cancelled",
]);

function stepOf(ctx: Context, payout: PayoutRow, made: { outcome: Outcome; decision: Change }): PayoutStep {
  const { outcome, decision } = made;
  const { state, attempt, nextAt } = decision;
  const { code } = outcome.result;
  const sender = ctx.providers.rails[payout.mode].find(({ name }) => name === payout.rail)?.senderCode;
  return {
    state,
    code,
    reason: outcome.by?.reason ?? decision.reason,
    actorName: ctx.actor.name,
    isEnd: !isOpen({ state }),
    caseCode: decision.caseCode,
    attempt: {
      ...attempt,
      code,
      wasAsked: outcome.source === "query",
      enquiryId: outcome.enquiryId ?? null,
    },
    next: nextAt && {
      sessionId: newSessionId(sender ?? payout.sessionId.slice(0, 6), ctx.clock.now()),
      dueAt: nextAt,
    },
    publishes: state !== payout.state && PUBLISHED.has(state) ? `payout.${state}` : null,
  };
}
