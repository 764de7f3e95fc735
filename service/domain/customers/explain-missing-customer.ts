import { customerTexts } from "../../../contract/texts/customers.ts";
import { findCustomersOfWallets } from "../../db/wallets/wallet-addresses.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The request fields that hold a customer ID. */
const FIELDS = ["id", "customerId", "fromCustomerId", "toCustomerId"] as const;

/**
 * Extends a "not found" failure when the given ID is a wallet's: both kinds of ID look alike, so the error names the
 * wallet's customer. Returns every other failure unchanged. Only wallets of the tenant are searched. Wire 6.8.
 */
export async function explainMissingCustomer(
  ctx: Pick<Context, "db" | "tenant">,
  failure: unknown,
  given: Partial<Record<(typeof FIELDS)[number], unknown>>,
): Promise<unknown> {
  if (!(failure instanceof Failure)) return failure;
  if (failure.code !== "customer_not_found" && failure.code !== "wallets_not_found") return failure;
  const ids = FIELDS.flatMap((field) => (typeof given[field] === "string" ? [{ field, id: given[field] }] : []));
  if (ids.length === 0) return failure;
  const customers = await findCustomersOfWallets(
    ctx.db,
    ctx.tenant.id,
    ids.map(({ id }) => id),
  );
  const errors = ids.flatMap(({ field, id }) => {
    const customerId = customers.get(id);
    return customerId ? [{ field, message: customerTexts.walletIdGiven, customerId }] : [];
  });
  const [first] = errors;
  if (!first) return failure;
  return new Failure(failure.code, { message: `${failure.message} ${first.field} ${first.message}.`, errors });
}
