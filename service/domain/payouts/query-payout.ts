import type { Payout } from "../../../contract/payout-records.ts";
import { noteQuestion } from "../../db/payouts/payout-attempts.ts";
import { findLatestAttempt } from "../../db/payouts/payout-states.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isOpen } from "./decide-outcome.ts";
import { findPayoutView, QUERY_PAUSE_MS } from "./get-payout.ts";
import { recordOutcome } from "./record-outcome.ts";

/**
 * Asks the rail about a payout that was sent and has no end, and records what it says. Returns the payout afterwards. Rails 2, 3.
 * @throws `payout_not_found`; `payout_ended`; `payout_asked` within a minute of the last question or of the sending
 */
export async function queryPayout(ctx: Context, { reference }: { reference: string }): Promise<{ payout: Payout }> {
  const payout = await findLatestAttempt(ctx.db, ctx.tenant.id, reference);
  if (!payout) throw new Failure("payout_not_found");
  if (!isOpen(payout)) throw new Failure("payout_ended");
  const now = ctx.clock.now();
  const last = payout.askedAt ?? payout.sentAt ?? now;
  const waitMs = last.getTime() + QUERY_PAUSE_MS - now.getTime();
  const isAskable = payout.attemptState === "sent" && waitMs <= 0;
  if (!(isAskable && (await noteQuestion(ctx.db, payout, now)))) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new Failure("payout_asked", { headers: { "retry-after": String(seconds) } });
  }
  const rail = ctx.providers.rails[ctx.tenant.mode].find(({ name }) => name === payout.rail);
  if (!rail) throw new Failure("rail_missing");
  const result = await rail.query({ sessionId: payout.sessionId, createdAt: payout.attemptedAt });
  await recordOutcome(ctx, payout, { result, source: "query" });
  return { payout: await findPayoutView(ctx, reference) };
}
