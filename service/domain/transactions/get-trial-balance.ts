import type { TrialBalance } from "../../../contract/transactions.ts";
import { findLedgerCheck } from "../../db/ledger/trial-balance.ts";
import type { Context } from "../context.ts";
import { verifyTenant } from "./verify-ledger.ts";

/**
 * Gets the last result of the ledger verifier for the tenant: whether all entries sum to zero, every balance equals the sum of its
 * entries, and no entry is missing, with the number of accounts and entries. Verifies now if there is no result yet. API 4.
 */
export async function getTrialBalance(ctx: Context): Promise<TrialBalance> {
  const check = (await findLedgerCheck(ctx.db, ctx.tenant.id)) ?? (await verifyTenant(ctx, ctx.tenant.id));
  return {
    checkedAt: check.checkedAt.toISOString(),
    balanced: check.balanced,
    accounts: Number(check.accounts),
    entries: Number(check.entries),
    newEntries: Number(check.newEntries),
    total: check.total,
    problems: check.problems,
  };
}
