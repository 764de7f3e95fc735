import { transactionEndpoints } from "../../../contract/transactions.ts";
import { getTrialBalance } from "../../domain/transactions/get-trial-balance.ts";
import type { Bind } from "../route.ts";

/** Transactions and the proof that the books balance. Api 4. */
export function transactionRoutes(bind: Bind): void {
  bind(transactionEndpoints.getTrialBalance, async (ctx) => ({ data: await getTrialBalance(ctx) }));
}
