import type { SealChain, TrialBalance } from "../../../contract/transactions.ts";
import { findLedgerCheck } from "../../db/ledger/trial-balance.ts";
import type { Context } from "../context.ts";
import { readSealState } from "./seals/read-seal-state.ts";
import { verifyTenant } from "./verify-ledger.ts";

/**
 * Gets the last result of the ledger verifier for the tenant: whether all entries sum to zero, every balance equals the sum of its
 * entries, and no entry is missing, with the number of accounts and entries, and the head of the hash chain. Verifies the sums now if
 * there is no result yet. API 4, Ledger 6.
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
    chain: await getChain(ctx),
  };
}

async function getChain(ctx: Context): Promise<SealChain> {
  const { head, verifiedThrough, verifiedAt, problems } = await readSealState(ctx);
  const isShown = ({ tenant }: { tenant: number | null }) => tenant === null || tenant === ctx.tenant.id;
  return {
    head: head && { number: head.number, hash: head.hash, sealedAt: head.at.toISOString() },
    verifiedThrough,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    problems: problems.filter(isShown).map(({ seal, row, id, found }) => ({ seal, row, id, found })),
  };
}
