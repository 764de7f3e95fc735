import type { Customer } from "../../../contract/customers.ts";
import { findCustomers } from "../../db/customers/customers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { customerView } from "./customer-view.ts";

/**
 * Finds a customer by ID. Returns the wire shape. Api 3.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function getCustomer(ctx: Context, { id }: { id: string }): Promise<Customer> {
  const [row] = await findCustomers(ctx.db, ctx.tenant.id, { ids: [id] });
  if (!row) throw new Failure("customer_not_found");
  return customerView(row);
}
