import type { FieldProblem } from "../../../contract/envelope.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Refusal } from "../../ledger/movement.ts";

/** The numbers behind a refusal, for `errors[]` of the answer: "daily limit 5,000,000, spent 4,900,000" as named facts. */
export function refusalFacts(refusal: Refusal, message: string): FieldProblem[] {
  const facts = Object.entries(refusal).filter((entry): entry is [string, bigint] => typeof entry[1] === "bigint");
  if (facts.length === 0) return [];
  return [{ message, ...Object.fromEntries(facts.map(([name, kobo]) => [name, koboToWireEdge(kobo)])) }];
}
