import { findIncomingTarget } from "../../db/bank-credits/incoming.ts";
import type { Services } from "../context.ts";
import { Failure } from "../failure.ts";
import { type RailRequest, readRailRequest } from "./read-rail-request.ts";

/**
 * Answers a rail with the name of an account number of ours, before another bank sends money to it. Rails 5, 10.
 * @throws `bank_account_not_found` for a number that is not ours in the rail's mode, and what `readRailRequest` throws
 */
export async function answerRailEnquiry(
  services: Services,
  request: RailRequest,
): Promise<{ accountNumber: string; accountName: string }> {
  const { rail, mode, callback } = readRailRequest(services, request);
  if (callback.kind !== "enquiry") throw new Failure("rail_signature_refused");
  const { accountNumber } = callback;
  const { wallet } = await findIncomingTarget(services.db, {
    rail: rail.name,
    sessionId: "",
    accountNumber,
    bankCode: "",
  });
  if (!wallet || wallet.mode !== mode) throw new Failure("bank_account_not_found");
  return { accountNumber, accountName: wallet.name };
}
