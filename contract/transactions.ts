import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Instant } from "./values.ts";

/**
 * What the verifier found last about the books of this account and mode: `total` is the sum of all balances, "0" when the
 * books are right, as text because it may be of any length. `problems` names up to 20 broken rules with their numbers.
 */
export const TrialBalance = z
  .object({
    checkedAt: Instant,
    balanced: z.boolean(),
    accounts: z.int().min(0),
    entries: z.int().min(0),
    newEntries: z.int().min(0),
    total: z.string().regex(/^-?\d+$/),
    problems: z.array(z.object({ rule: z.string(), detail: z.record(z.string(), z.unknown()) })),
  })
  .meta({ id: "TrialBalance" });
export type TrialBalance = z.infer<typeof TrialBalance>;

const transactions = { tag: "Transactions", callers: membersAndKeys, dashboard: true, status: 200 } as const;

export const transactionEndpoints = {
  getTrialBalance: endpoint({
    ...transactions,
    method: "GET",
    path: "/ledger/trial-balance",
    summary: "Prove that all entries sum to zero and every balance is the sum of its entries",
    source: "api 4",
    extension: true,
    built: true,
    permission: "BROWSE_TRANSACTIONS",
    reply: success({ data: TrialBalance }),
  }),
};
