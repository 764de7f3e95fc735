import { koboToWireEdge } from "../../ledger/kobo.ts";
import { Failure } from "../failure.ts";

/** That the merchant's own daily limit is reached, with the limit and what was spent of it today, in kobo. Api 5. */
export function overCeiling({ limit, spent }: { limit: bigint; spent: bigint }): Failure {
  const { code, message } = new Failure("merchant_daily_limit_exceeded");
  return new Failure(code, { errors: [{ message, limit: koboToWireEdge(limit), spent: koboToWireEdge(spent) }] });
}
