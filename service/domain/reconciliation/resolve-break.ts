import type { Break, BreakResolution } from "../../../contract/reconciliation.ts";
import { bankCreditInsert } from "../../db/bank-credits/incoming.ts";
import { cardAccountsOf, railAccountsOf } from "../../db/ledger/accounts.ts";
import { findPayoutOfSession } from "../../db/payouts/payout-states.ts";
import { type BreakRow, breakResolution, isBreakUnchanged } from "../../db/reconciliation/breaks.ts";
import { issuerOfRail } from "../../db/reconciliation/settlements.ts";
import { isRowChanged, isUniqueViolation } from "../../db/sql-errors.ts";
import type { Statement } from "../../db/statement.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { AttemptResult } from "../payouts/decide-outcome.ts";
import { recordReport } from "../payouts/record-outcome.ts";
import { type Moved, moveMoney, type NewMovement } from "../transactions/move-money.ts";
import { referenceOf } from "../transactions/reference.ts";
import { breakView, choicesOf } from "./break-view.ts";
import { existingBreak } from "./update-break.ts";

const STRIPE = 0;

/**
 * Ends a break as a member decided: the payout takes the bank's verdict, our float takes the bank's figure, or nothing is booked.
 * Booking, record and audit row commit together, once. Returns the wire payload. Rails 6, decision 0105.
 * @throws `break_not_found`, `break_resolved`, `break_choice_impossible`; `break_changing` while a file is compared with it
 */
export async function resolveBreak(
  ctx: Context,
  input: { id: string; resolution: Exclude<BreakResolution, "agreed">; note: string },
): Promise<{ break: Break }> {
  const row = await existingBreak(ctx, input.id);
  if (row.state !== "open") throw new Failure("break_resolved");
  if (!choicesOf(row).includes(input.resolution)) throw new Failure("break_choice_impossible");
  if (!(await isBreakUnchanged(ctx.db, ctx.tenant.id, row))) throw new Failure("break_changing");
  if (input.resolution === "bank_verdict") await takeVerdict(ctx, row);
  const movements = input.resolution === "book_difference" ? [await correctionOf(ctx, row)] : [];
  const done = moveMoney(ctx, {
    movements,
    answer(moved) {
      if (!moved.every(({ outcome }) => outcome.posted)) throw new Failure("break_resolved");
      return { break: breakView(resolved(row)) };
    },
    audit: () => [
      {
        action: "reconciliation.resolve_break",
        object: { kind: "break", id: row.id },
        before: { kind: row.kind, difference: row.difference },
        after: { resolution: input.resolution, sessionId: row.sessionId },
        reason: input.note,
      },
    ],
    statements: ([moved], at) => [
      ...suspendedOf(ctx, row, moved, at),
      breakResolution(ctx.tenant.id, { ...input, difference: row.difference, byName: ctx.actor.name, at }),
    ],
  });
  return await done.catch((error: unknown) => {
    // The second: the transfer itself was reported and booked after the file.
    const isOvertaken = isRowChanged(error) || isUniqueViolation(error, { table: "bank_credits" });
    throw isOvertaken ? new Failure("break_resolved") : error;
  });

  function resolved(before: BreakRow): BreakRow {
    const { resolution, note } = input;
    return {
      ...before,
      state: "resolved",
      resolution,
      note,
      resolvedAt: ctx.clock.now(),
      resolvedByName: ctx.actor.name,
    };
  }
}

/**
 * Gives the payout the bank's verdict, which an earlier try may have done.
 * @throws `break_choice_impossible` where the payout does not take it: the difference would stay, with no open break that explains it
 */
async function takeVerdict(ctx: Context, row: BreakRow): Promise<void> {
  const { rail, sessionId, difference } = row;
  const result = verdictOf(row);
  await recordReport(ctx, { name: rail }, { sessionId, result });
  if (difference === 0n) return;
  const payout = await findPayoutOfSession(ctx.db, rail, sessionId);
  if (payout?.outcome !== result.outcome) throw new Failure("break_choice_impossible");
}

/** A payout that the bank does not have, or has as failed after we booked its success, came back. */
function verdictOf({ ourStatus, bankStatus }: BreakRow): AttemptResult {
  const code = "settlement";
  if (bankStatus === "succeeded") return { outcome: "succeeded", code };
  if (ourStatus === "succeeded" || bankStatus === "reversed") return { outcome: "reversed", code };
  return { outcome: "failed", code, final: true, reason: "The settlement file says that it failed" };
}

/**
 * Moves our float, or our account with the card issuer, to the other side's figure: what it has more is nobody's yet, what it has less is
 * owed to us. Its reference is used once.
 */
async function correctionOf(ctx: Context, { id, rail, difference, sessionId }: BreakRow): Promise<NewMovement> {
  const { db, tenant } = ctx;
  const accounts = await railAccountsOf(db, tenant.id);
  const float =
    issuerOfRail(rail) === null
      ? accounts("bank_float", STRIPE)
      : (await cardAccountsOf(db, tenant.id))("issuer_settlement", STRIPE);
  const shared = {
    kind: "bank_booking",
    reference: `${referenceOf(id)}-BREAK`,
    description: `Settlement difference of ${sessionId}`,
  } as const;
  return difference > 0n
    ? { ...shared, source: float, destination: accounts("inbound_suspense", STRIPE), amount: difference }
    : { ...shared, source: accounts("receivable", STRIPE), destination: float, amount: -difference };
}

/** The record of money that the bank has more, so that a member can credit it to a wallet. */
function suspendedOf(ctx: Context, row: BreakRow, moved: Moved | undefined, at: Date): Statement[] {
  if (!moved || row.difference <= 0n) return [];
  const isArrival = row.kind === "missing_here" && row.direction === "in";
  return [
    bankCreditInsert({
      tenant: ctx.tenant.id,
      id: moved.id,
      rail: row.rail,
      // A late report of the same arrival then finds that it is booked.
      sessionId: isArrival ? row.sessionId : `${row.sessionId}-${row.id}`,
      state: "suspended",
      reason: "settlement",
      accountNumber: null,
      walletId: null,
      stripe: STRIPE,
      amount: row.difference,
      sender: { name: "Settlement file", bankCode: "", bankName: row.rail, accountNumber: "" },
      narration: "",
      reference: moved.reference,
      sentAt: at,
      receivedAt: at,
    }),
  ];
}
