import { Failure } from "../failure.ts";
import { recordPayoutCallback } from "../payouts/record-payout-callback.ts";
import { type RailRequest, readRailRequest } from "./read-rail-request.ts";
import { type IncomingContext, receiveBankCredit } from "./receive-bank-credit.ts";

/**
 * Receives an event of a rail: money that arrived, or a verdict about a payout. Resolves once it is committed; the rail repeats an
 * event until then, and a repetition gets the same answer. Rails 2, 5, 10.
 * @throws what `readRailRequest`, `receiveBankCredit` and `recordPayoutCallback` throw
 */
export async function receiveRailEvent(services: IncomingContext, request: RailRequest): Promise<void> {
  const { rail, mode, callback } = readRailRequest(services, request);
  if (callback.kind === "enquiry") throw new Failure("rail_signature_refused");
  if (callback.kind === "payout") await recordPayoutCallback(services, rail, callback);
  else await receiveBankCredit(services, { name: rail.name, mode }, callback);
}
