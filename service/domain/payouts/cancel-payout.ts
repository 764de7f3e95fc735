import type { Payout } from "../../../contract/payout-records.ts";
import { findLatestAttempt } from "../../db/payouts/payout-states.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { findPayoutView } from "./get-payout.ts";
import { changePayout, isOvertaken } from "./record-outcome.ts";

/**
 * Cancels a payout that was not sent yet and gives its money back. Of a concurrent cancellation and sending exactly one happens. Returns
 * the wire payload. Rails 2, 3. @throws `payout_not_found`; `payout_sent`
 */
export async function cancelPayout(
  ctx: Context,
  { reference, reason = null }: { reference: string; reason?: string | null | undefined },
): Promise<{ payout: Payout }> {
  const payout = await findLatestAttempt(ctx.db, ctx.tenant.id, reference);
  if (!payout) throw new Failure("payout_not_found");
  if (payout.state !== "held" || payout.attemptState !== "ready") throw new Failure("payout_sent");
  const attempt = { state: "ended", outcome: null, code: null, dueAt: null } as const;
  const change = { state: "cancelled", code: null, reason, actorName: ctx.actor.name, isEnd: true } as const;
  try {
    await changePayout(ctx, payout, {
      booking: "return",
      step: {
        ...change,
        caseCode: null,
        attempt: { ...attempt, wasAsked: false, wasNotFound: false, enquiryId: null },
        next: null,
        publishes: "payout.cancelled",
      },
    });
  } catch (error) {
    throw isOvertaken(error) ? new Failure("payout_sent") : error;
  }
  return { payout: await findPayoutView(ctx, reference) };
}
