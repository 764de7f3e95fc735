import type { Customer } from "../../../contract/customers.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { findCustomers } from "../../db/customers/customers.ts";
import type { Context } from "../context.ts";
import { customerView } from "./customer-view.ts";
import { type FindCustomersInput, findCustomerAccounts } from "./find-customer-accounts.ts";

/**
 * Returns a page of the customers, newest first, searched and filtered like the wallet list. Returns the wire payload.
 * Api 3.
 */
export async function listCustomers(
  ctx: Context,
  input: FindCustomersInput,
): Promise<{ customers: Customer[]; metadata: CappedMetadata }> {
  const { accounts, metadata } = await findCustomerAccounts(ctx, input);
  const rows = await findCustomers(ctx.db, ctx.tenant.id, { accounts });
  return { customers: rows.map(customerView), metadata };
}
