import type { FieldProblem } from "../../../contract/envelope.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { Failure } from "../failure.ts";

/** The numbers of a refusal as named facts in kobo, for `errors[]` of the answer, such as `limit` and `spent`. */
export function refusalFacts(refusal: Refusal, message: string): FieldProblem[] {
  const facts = Object.entries(refusal).filter((entry): entry is [string, bigint] => typeof entry[1] === "bigint");
  if (facts.length === 0) return [];
  return [{ message, ...Object.fromEntries(facts.map(([name, kobo]) => [name, koboToWireEdge(kobo)])) }];
}

/** The merchant's own daily limit is reached, with the limit and the amount spent today in kobo. API 5. */
export function overDailyLimit({ limit, spent }: { limit: bigint; spent: bigint }): Failure {
  const { code, message } = new Failure("merchant_daily_limit_exceeded");
  return new Failure(code, { errors: [{ message, limit: koboToWireEdge(limit), spent: koboToWireEdge(spent) }] });
}
