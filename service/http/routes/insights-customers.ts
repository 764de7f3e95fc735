import { insightCustomerEndpoints } from "../../../contract/insights-customers.ts";
import { getActiveWallets } from "../../domain/insights/get-active-wallets.ts";
import { getBusyHours } from "../../domain/insights/get-busy-hours.ts";
import { getTopCustomers } from "../../domain/insights/get-top-customers.ts";
import { getWalletLevels } from "../../domain/insights/get-wallet-levels.ts";
import type { Bind } from "../route.ts";

/** Figures of customers and their wallets. Dashboard 9. */
export function insightCustomerRoutes(bind: Bind): void {
  bind(insightCustomerEndpoints.getActiveWallets, async (ctx) => ({ data: await getActiveWallets(ctx) }));
  bind(insightCustomerEndpoints.getWalletLevels, async (ctx) => ({ data: await getWalletLevels(ctx) }));
  bind(insightCustomerEndpoints.getTopCustomers, async (ctx, { query }) => ({
    data: await getTopCustomers(ctx, query),
  }));
  bind(insightCustomerEndpoints.getBusyHours, async (ctx, { query }) => ({ data: await getBusyHours(ctx, query) }));
}
