import type { Customer } from "../../../contract/customers.ts";
import { failures } from "../../../contract/errors.ts";
import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import {
  type CustomerFacts,
  findCustomerIdLike,
  lockCustomer,
  updateCustomerFacts,
} from "../../db/customers/customers.ts";
import { inTransaction } from "../../db/pool.ts";
import { isCustomerTaken } from "../../db/wallets/wallet-creation.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { normalisePhoneNumber } from "../phone-number.ts";
import { recordAudit } from "../record-audit.ts";
import { getCustomer } from "./get-customer.ts";
import { isSameName } from "./identity/name-match.ts";

export type UpdateCustomerInput = { id: string } & { [K in keyof CustomerFacts]?: CustomerFacts[K] | undefined };

/**
 * Changes a customer's name, address, phone number or metadata; omitted fields keep their values. The wallet takes the
 * new name, and `nameMatch` is recomputed against the BVN's name; a new phone number is unverified. Returns the wire
 * shape. Api 3, wire 5.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `validation_failed`;
 * `customer_exists` with `errors[0].customerId` when another customer has the phone number.
 */
export async function updateCustomer(ctx: Context, { id, ...input }: UpdateCustomerInput): Promise<Customer> {
  const phoneNumber = input.phoneNumber === undefined ? undefined : storedPhoneNumber(input.phoneNumber);
  try {
    await inTransaction(ctx.db, async (tx) => {
      const before = await lockCustomer(tx, ctx.tenant.id, id);
      if (!before) throw new Failure("customer_not_found");
      const after: CustomerFacts = {
        firstName: input.firstName ?? before.firstName,
        lastName: input.lastName ?? before.lastName,
        address: input.address === undefined ? before.address : input.address || null,
        phoneNumber: phoneNumber ?? before.phoneNumber,
        metadata: input.metadata ?? before.metadata,
      };
      const changed = changedFacts(before, after);
      if (changed.length === 0) return;
      const nameMatch = matchOf(before, after);
      await updateCustomerFacts(tx, ctx.tenant.id, id, { ...after, nameMatch, at: ctx.clock.now() });
      await recordAudit(tx, ctx, {
        action: "customer.update",
        object: { kind: "customer", id },
        before: pick(before, changed),
        after: pick(after, changed),
      });
    });
  } catch (error) {
    if (isCustomerTaken(error)) throw await phoneTaken(ctx, phoneNumber ?? "");
    throw error;
  }
  return await getCustomer(ctx, { id });
}

/** Whether the new name still matches the name registered with the BVN; null without such a name. */
function matchOf(
  { bvnFirstName, bvnLastName }: { bvnFirstName: string | null; bvnLastName: string | null },
  name: CustomerFacts,
): boolean | null {
  if (bvnFirstName === null || bvnLastName === null) return null;
  return isSameName(name, { firstName: bvnFirstName, lastName: bvnLastName });
}

function storedPhoneNumber(text: string): string {
  const stored = normalisePhoneNumber(text);
  if (stored) return stored;
  const message = fieldProblems.mobileNumber;
  throw new Failure("validation_failed", {
    message: `phoneNumber ${message}`,
    errors: [{ field: "phoneNumber", message }],
  });
}

const FACTS = ["firstName", "lastName", "address", "phoneNumber", "metadata"] as const;

function changedFacts(before: CustomerFacts, after: CustomerFacts) {
  return FACTS.filter((fact) => JSON.stringify(before[fact]) !== JSON.stringify(after[fact]));
}

function pick(facts: CustomerFacts, names: readonly (keyof CustomerFacts)[]): Partial<CustomerFacts> {
  return Object.fromEntries(names.map((name) => [name, facts[name]]));
}

async function phoneTaken(ctx: Context, phoneNumber: string): Promise<Failure> {
  const like = { id: ctx.ids.next(), phoneNumber, bvnHash: null, ninHash: null };
  const customerId = await findCustomerIdLike(ctx.db, ctx.tenant.id, like);
  return new Failure("customer_exists", { errors: [{ message: failures.customer_exists.message, customerId }] });
}
