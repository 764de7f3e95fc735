import { Failure } from "../failure.ts";
import { type RailRequest, readRailRequest } from "./read-rail-request.ts";
import { type IncomingContext, receiveBankCredit } from "./receive-bank-credit.ts";

/**
 * Receives an event of a rail: money that arrived. Resolves once it is committed; the rail repeats an event until then, and a
 * repetition gets the same answer. Rails 2, 5, 10.
 * @throws what `readRailRequest` and `receiveBankCredit` throw
 */
export async function receiveRailEvent(services: IncomingContext, request: RailRequest): Promise<void> {
  const { rail, mode, callback } = readRailRequest(services, request);
  if (callback.kind !== "inbound") throw new Failure("rail_signature_refused");
  await receiveBankCredit(services, { name: rail.name, mode }, callback);
}
