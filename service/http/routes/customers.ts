import { customerEndpoints } from "../../../contract/customers.ts";
import { getCustomer } from "../../domain/customers/get-customer.ts";
import { getCustomerByPhone } from "../../domain/customers/get-customer-by-phone.ts";
import { listCustomers } from "../../domain/customers/list-customers.ts";
import { updateCustomer } from "../../domain/customers/update-customer.ts";
import type { Bind } from "../route.ts";

/** Find and change customers. API 3, Wire 5. */
export function customerRoutes(bind: Bind): void {
  bind(customerEndpoints.listCustomers, (ctx, { query }) => listCustomers(ctx, query));
  bind(customerEndpoints.getCustomer, async (ctx, { params }) => ({ customer: await getCustomer(ctx, params) }));
  bind(customerEndpoints.getCustomerByPhone, async (ctx, { query }) => ({
    customer: await getCustomerByPhone(ctx, query),
  }));
  bind(customerEndpoints.updateCustomer, async (ctx, { params, body }) => ({
    customer: await updateCustomer(ctx, { ...body, ...params }),
  }));
}
