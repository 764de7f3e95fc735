import { watchBalances } from "../domain/merchant/balance-alert/watch-balances.ts";
import type { Job } from "./job.ts";

/** Mails members when the balance of their merchant wallet falls below its alert. */
export const watchMerchantBalances: Job = { name: "watch-balances", everySeconds: 10, run: watchBalances };
