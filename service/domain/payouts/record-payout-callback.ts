import type { PayoutState } from "../../../contract/payout-records.ts";
import type { PayoutCallback, Rail } from "../../providers/rails/rail.ts";
import type { Services } from "../context.ts";
import { recordReport } from "./record-outcome.ts";

/**
 * Records a verdict that a rail sent by itself, and resolves after the commit. Repeats change nothing. Null when no attempt at this
 * rail has the session. Rails 3. @throws `unavailable`: the rail shall send it again
 */
export async function recordPayoutCallback(
  services: Services,
  rail: Pick<Rail, "name">,
  { sessionId, result }: PayoutCallback,
): Promise<{ state: PayoutState; isChanged: boolean } | null> {
  return await recordReport(services, rail, { sessionId, result });
}
