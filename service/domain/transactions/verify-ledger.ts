import {
  compareAccounts,
  findCheckRound,
  findTenantIds,
  findTenantsToCheck,
  finishCheckRound,
} from "../../db/ledger/check-rounds.ts";
import { checkLedger, type LedgerCheckRow } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

const ACCOUNTS_PER_ROUND = 50_000;

type Verified = { tenants: number; wrong: { tenantId: number; problems: LedgerCheckRow["problems"] }[] };

/**
 * Verifies the books: each journal and the total sum to zero, each balance is the sum of its entries, their sequence has no gap, and
 * transactions and entries match. A round verifies the rows since the last run of tenants that have some, and compares the next
 * `accountsPerRound` accounts of all tenants with what was proven of them; `full` verifies all rows of all tenants. Ledger 3, decision
 * 0178. Returns the number of tenants that were verified, and those with problems, up to 20 problems each.
 */
export async function verifyLedger(
  services: Pick<Services, "db" | "clock">,
  options: { full?: boolean; accountsPerRound?: number } = {},
): Promise<Verified> {
  if (options.full) return await verifyTenants(services, await findTenantIds(services.db), options);
  const at = services.clock.now();
  const round = await findCheckRound(services.db);
  const withNews = await findTenantsToCheck(services.db, round);
  const { tenants, comparedTo } = await inTransaction(services.db, (tx) =>
    compareAccounts(tx, round, options.accountsPerRound ?? ACCOUNTS_PER_ROUND),
  );
  const verified = await verifyTenants(services, [...new Set([...withNews, ...tenants])], options);
  // Only now: what fails before is looked for again by the next round.
  await finishCheckRound(services.db, round, { at, comparedTo });
  return verified;
}

async function verifyTenants(
  services: Pick<Services, "db" | "clock">,
  tenantIds: readonly number[],
  options: { full?: boolean },
): Promise<Verified> {
  const wrong: Verified["wrong"] = [];
  for (const tenantId of tenantIds) {
    const { balanced, problems } = await verifyTenant(services, tenantId, options);
    if (!balanced) wrong.push({ tenantId, problems });
  }
  return { tenants: tenantIds.length, wrong };
}

/** Verifies one tenant's books and returns the stored result. */
export async function verifyTenant(
  services: Pick<Services, "db" | "clock">,
  tenantId: number,
  options: { full?: boolean } = {},
): Promise<LedgerCheckRow> {
  const check = { at: services.clock.now(), full: options.full ?? false };
  return await inTransaction(services.db, (tx) => checkLedger(tx, tenantId, check));
}
