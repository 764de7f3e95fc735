import type { Customer } from "../../../contract/customers.ts";
import { findCustomers } from "../../db/customers/customers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { normalisePhoneNumber } from "../phone-number.ts";
import { customerView } from "./customer-view.ts";

/**
 * Finds a customer by phone number in any notation. Returns the wire shape. Api 3.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function getCustomerByPhone(ctx: Context, input: { phoneNumber: string }): Promise<Customer> {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  const [row] = phoneNumber ? await findCustomers(ctx.db, ctx.tenant.id, { phoneNumber }) : [];
  if (!row) throw new Failure("customer_not_found");
  return customerView(row);
}
