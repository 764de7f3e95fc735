import type { ListedCustomer } from "../../../contract/customers.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { findCustomers } from "../../db/customers/customers.ts";
import type { Context } from "../context.ts";
import { withoutMetadata } from "../list-metadata.ts";
import { customerView } from "./customer-view.ts";
import { type FindCustomersInput, findCustomerAccounts } from "./find-customer-accounts.ts";

/**
 * Returns a page of the customers, newest first, searched and filtered like the wallet list. Returns the wire payload.
 * Api 3.
 */
export async function listCustomers(
  ctx: Context,
  input: FindCustomersInput & { include?: "metadata" | undefined },
): Promise<{ customers: ListedCustomer[]; metadata: CappedMetadata }> {
  const { accounts, metadata } = await findCustomerAccounts(ctx, input);
  const hasMetadata = input.include === "metadata";
  const rows = await findCustomers(ctx.db, ctx.tenant.id, { accounts }, { hasMetadata });
  return {
    customers: rows.map((row) => (hasMetadata ? customerView(row) : withoutMetadata(customerView(row)))),
    metadata,
  };
}
