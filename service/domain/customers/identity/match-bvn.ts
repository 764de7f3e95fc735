import { findCustomerIdentity } from "../../../db/customers/customer-identity.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { maskedNumber } from "../customer-view.ts";
import { askRegistry } from "./check-identity.ts";
import { identityScore, isSamePerson } from "./identity-score.ts";

/**
 * The person to compare the BVN with: a customer, or the given names and birth date. A `customerId` takes precedence
 * (wire 4.17).
 */
export type MatchBvnInput = { bvn: string } & {
  [K in "customerId" | "firstName" | "lastName" | "dateOfBirth"]?: string | undefined;
};

/**
 * Scores how well the registry's record for a BVN matches a person; an unknown BVN matches nobody. Changes only the
 * audit log. Spec 4.17, api 3.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `registry_unavailable`.
 */
export async function matchBvn(ctx: Context, input: MatchBvnInput): Promise<{ match: boolean; score: number }> {
  const person = input.customerId === undefined ? describedPerson(input) : await customer(ctx, input.customerId);
  const record = await askRegistry(ctx, { bvn: input.bvn }, person);
  const result = record
    ? { match: isSamePerson(record, person), score: identityScore(record, person) }
    : { match: false, score: 0 };
  const bvn = maskedNumber(input.bvn.slice(-4)) ?? "";
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "identity.match_bvn",
      object: input.customerId === undefined ? { kind: "bvn", id: bvn } : { kind: "customer", id: input.customerId },
      after: { bvn, ...result },
    }),
  );
  return result;
}

async function customer(ctx: Context, id: string) {
  const found = await findCustomerIdentity(ctx.db, ctx.tenant.id, id);
  if (!found) throw new Failure("customer_not_found");
  return found;
}

function describedPerson({ firstName = "", lastName = "", dateOfBirth = "" }: MatchBvnInput) {
  return { firstName, lastName, dateOfBirth, phoneNumber: "" };
}
