import type { Customer } from "../../../contract/customers.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { findCustomers } from "../../db/customers/customers.ts";
import type { Context } from "../context.ts";
import { type FindWalletsInput, findWallets } from "../wallets/find-wallets.ts";
import { customerView } from "./customer-view.ts";

/** A page of the customers, newest first, searched and filtered like their wallets. Returns the wire payload. Api 3. */
export async function listCustomers(
  ctx: Context,
  input: FindWalletsInput,
): Promise<{ customers: Customer[]; metadata: CappedMetadata }> {
  const { accounts, metadata } = await findWallets(ctx, input);
  const rows = await findCustomers(ctx.db, ctx.tenant.id, { accounts });
  return { customers: rows.map(customerView), metadata };
}
