import {
  compareAccounts,
  findCheckRound,
  findTenantIds,
  findTenantsToCheck,
  finishCheckRound,
} from "../../db/ledger/check-rounds.ts";
import { checkLedger, checkNewRows, type LedgerCheckRow } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

const ACCOUNTS_PER_ROUND = 50_000;
const TENANTS_PER_STATEMENT = 50;

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
  if (options.full) return await verifyOneByOne(services, await findTenantIds(services.db), { full: true });
  const at = services.clock.now();
  const round = await findCheckRound(services.db);
  const withNews = await findTenantsToCheck(services.db, round);
  const { tenants, comparedTo } = await inTransaction(services.db, (tx) =>
    compareAccounts(tx, round, options.accountsPerRound ?? ACCOUNTS_PER_ROUND),
  );
  const verified = await verifyNewRows(services, [...new Set([...withNews, ...tenants])]);
  // Only now: what fails before is looked for again by the next round.
  await finishCheckRound(services.db, round, { at, comparedTo });
  return verified;
}

async function verifyOneByOne(
  services: Pick<Services, "db" | "clock">,
  tenantIds: readonly number[],
  options: { full?: boolean },
): Promise<Verified> {
  const checked: LedgerCheckRow[] = [];
  for (const tenantId of tenantIds) checked.push(await verifyTenant(services, tenantId, options));
  return { tenants: tenantIds.length, wrong: wrongOf(checked) };
}

/** Verifies what is new of these tenants, 50 in a statement; those that were never proven one by one. */
async function verifyNewRows(
  services: Pick<Services, "db" | "clock">,
  tenantIds: readonly number[],
): Promise<Verified> {
  const wrong: Verified["wrong"] = [];
  const unproven: number[] = [];
  for (let from = 0; from < tenantIds.length; from += TENANTS_PER_STATEMENT) {
    const some = tenantIds.slice(from, from + TENANTS_PER_STATEMENT);
    const found = await inTransaction(services.db, (tx) => checkNewRows(tx, some, services.clock.now()));
    wrong.push(...wrongOf(found.checked));
    unproven.push(...found.unproven);
  }
  const rest = await verifyOneByOne(services, unproven, {});
  return { tenants: tenantIds.length, wrong: [...wrong, ...rest.wrong].sort((a, b) => a.tenantId - b.tenantId) };
}

function wrongOf(checked: readonly LedgerCheckRow[]): Verified["wrong"] {
  return checked.flatMap(({ tenant, balanced, problems }) => (balanced ? [] : { tenantId: tenant, problems }));
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
