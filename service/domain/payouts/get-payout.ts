import type { Payout, PayoutDetails } from "../../../contract/payout-records.ts";
import { findPayout, findPayoutStory } from "../../db/payouts/payout-lists.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { referenceOf } from "../transactions/reference.ts";
import { payoutView } from "./payout-view.ts";

/** Bank queries by hand are at least this far apart. Rails 2. */
export const QUERY_PAUSE_MS = 60_000;

/** The payout as lists show it. @throws `payout_not_found` */
export async function findPayoutView(ctx: Context, reference: string): Promise<Payout> {
  const row = await findPayout(ctx.db, ctx.tenant.id, reference);
  if (!row) throw new Failure("payout_not_found");
  return payoutView(row);
}

/**
 * Gets one payout with its history, attempts and ledger entries. Returns the wire payload. Rails 2.
 * @throws `payout_not_found`, also for a payout of another merchant or mode
 */
export async function getPayout(
  ctx: Context,
  { reference }: { reference: string },
): Promise<{ payout: PayoutDetails }> {
  const row = await findPayout(ctx.db, ctx.tenant.id, reference);
  if (!row) throw new Failure("payout_not_found");
  const story = await findPayoutStory(ctx.db, ctx.tenant.id, { id: row.id, prefix: `${referenceOf(row.id)}-` });
  const latest = story.attempts.at(-1);
  const askedAt = latest?.askedAt ?? latest?.sentAt ?? null;
  const isOpen = row.endedAt === null && latest?.state === "sent";
  const payout = {
    ...payoutView(row),
    timeline: story.history.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
    attempts: story.attempts.map((attempt) => ({
      number: attempt.n,
      rail: attempt.rail,
      sessionId: attempt.sessionId,
      state: attempt.state,
      outcome: attempt.outcome,
      code: attempt.code,
      reason: attempt.reason,
      queries: attempt.queries,
      createdAt: attempt.createdAt.toISOString(),
      sentAt: attempt.sentAt?.toISOString() ?? null,
      nextQueryAt: attempt.state === "sent" ? (attempt.dueAt?.toISOString() ?? null) : null,
      endedAt: attempt.endedAt?.toISOString() ?? null,
    })),
    entries: story.entries.map((entry) => ({
      at: entry.at.toISOString(),
      transactionId: entry.transactionId,
      description: entry.description,
      from: entry.fromKind,
      to: entry.toKind,
      amount: koboToWire(entry.amount),
      fee: koboToWire(entry.fee),
    })),
    approvalId: story.approval,
    viewer: {
      canCancel: row.state === "held" && latest?.state === "ready",
      canQuery: isOpen && (askedAt === null || ctx.clock.now().getTime() - askedAt.getTime() >= QUERY_PAUSE_MS),
    },
  };
  return { payout };
}
