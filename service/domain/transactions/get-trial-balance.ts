import type { TrialBalance } from "../../../contract/transactions.ts";
import { findLedgerCheck } from "../../db/ledger/trial-balance.ts";
import type { Context } from "../context.ts";
import { verifyTenant } from "./verify-ledger.ts";

/**
 * What the verifier found last about the tenant's books: whether all entries sum to zero, every balance equals its entries, and
 * no entry is missing; over how many accounts and entries. Books that were never checked are checked now. Api 4.
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
