import {
  compareAccounts,
  findCheckRound,
  findTenantIds,
  findTenantsToCheck,
  findTenantsToCheckFully,
  finishCheckRound,
} from "../../db/ledger/check-rounds.ts";
import { checkDueLedger, checkLedger, checkNewRows, type LedgerCheckRow } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import { isDatabaseUnreachable, isLockRefused } from "../../db/sql-errors.ts";
import type { Services } from "../context.ts";

const ACCOUNTS_PER_ROUND = 50_000;
const TENANTS_PER_STATEMENT = 50;
const DAY_MS = 86_400_000;

type Verified = { tenants: number; wrong: { tenantId: number; problems: LedgerCheckRow["problems"] }[] };
type Options = { full?: boolean; isBrief?: boolean };

/**
 * Verifies the books: each journal and the total sum to zero, each balance is the sum of its entries, their sequence has no gap, and
 * transactions and entries match. A round verifies the rows since the last run of tenants that have some, and compares the next
 * `accountsPerRound` accounts of all tenants with what was proven of them; `full` verifies all rows of all tenants. A round leaves out
 * tenants that another check reads for long, and confirms nothing then. Ledger 3, decision 0178. Returns the number of tenants that were
 * verified, and those with problems, up to 20 problems each.
 */
export async function verifyLedger(
  services: Pick<Services, "db" | "clock">,
  options: { full?: boolean; accountsPerRound?: number } = {},
): Promise<Verified> {
  if (options.full) return (await verifyOneByOne(services, await findTenantIds(services.db), { full: true })).verified;
  const at = services.clock.now();
  const round = await findCheckRound(services.db);
  const withNews = await findTenantsToCheck(services.db, round);
  const { tenants, comparedTo } = await inTransaction(services.db, (tx) =>
    compareAccounts(tx, round, options.accountsPerRound ?? ACCOUNTS_PER_ROUND),
  );
  const { verified, busy } = await verifyNewRows(services, [...new Set([...withNews, ...tenants])]);
  // Only now: what fails before is looked for again by the next round, and so is what another check holds.
  if (busy === 0) await finishCheckRound(services.db, round, { at, comparedTo });
  return verified;
}

/**
 * Verifies all rows of the tenants whose rows were not all verified within the last 24 hours, each once, also where several workers run and
 * however often they start. Ledger 3, decision 0212. `stopping`: ends after the tenant in hand.
 * @throws where a check failed, after the others: otherwise one tenant would hold up all those after it every time
 */
export async function verifyDueBooks(
  services: Pick<Services, "db" | "clock">,
  stopping?: AbortSignal,
): Promise<Verified> {
  const since = new Date(services.clock.now().getTime() - DAY_MS);
  const checked: LedgerCheckRow[] = [];
  const failures: unknown[] = [];
  for (const tenantId of await findTenantsToCheckFully(services.db, since)) {
    if (stopping?.aborted) break;
    const check = { at: services.clock.now(), since };
    try {
      const row = await inTransaction(services.db, (tx) => checkDueLedger(tx, tenantId, check));
      if (row) checked.push(row);
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "the books of some merchants could not be verified");
  return { tenants: checked.length, wrong: wrongOf(checked) };
}

/** With `isBrief`, tenants that another check holds for longer than three seconds are left out and counted as `busy`. */
async function verifyOneByOne(
  services: Pick<Services, "db" | "clock">,
  tenantIds: readonly number[],
  options: Options,
): Promise<{ verified: Verified; busy: number }> {
  const checked: LedgerCheckRow[] = [];
  for (const tenantId of tenantIds) {
    try {
      checked.push(await verifyTenant(services, tenantId, options));
    } catch (error) {
      if (!(options.isBrief && isLockRefused(error))) throw error;
    }
  }
  return {
    verified: { tenants: checked.length, wrong: wrongOf(checked) },
    busy: tenantIds.length - checked.length,
  };
}

/** Verifies what is new of these tenants, 50 in a statement; those that were never proven, or that another check held, one by one. */
async function verifyNewRows(
  services: Pick<Services, "db" | "clock">,
  tenantIds: readonly number[],
): Promise<{ verified: Verified; busy: number }> {
  const checked: LedgerCheckRow[] = [];
  const left: number[] = [];
  for (let from = 0; from < tenantIds.length; from += TENANTS_PER_STATEMENT) {
    const some = tenantIds.slice(from, from + TENANTS_PER_STATEMENT);
    const found = await inTransaction(services.db, (tx) => checkNewRows(tx, some, services.clock.now()));
    checked.push(...found.checked);
    left.push(...found.unproven, ...found.busy);
  }
  const { verified: rest, busy } = await verifyOneByOne(services, left, { isBrief: true });
  const wrong = [...wrongOf(checked), ...rest.wrong].sort((a, b) => a.tenantId - b.tenantId);
  return { verified: { tenants: checked.length + rest.tenants, wrong }, busy };
}

function wrongOf(checked: readonly LedgerCheckRow[]): Verified["wrong"] {
  return checked.flatMap(({ tenant, balanced, problems }) => (balanced ? [] : { tenantId: tenant, problems }));
}

/** Verifies one tenant's books and returns the stored result. */
export async function verifyTenant(
  services: Pick<Services, "db" | "clock">,
  tenantId: number,
  { full = false, isBrief = false }: Options = {},
): Promise<LedgerCheckRow> {
  const check = { at: services.clock.now(), full, isBrief };
  return await inTransaction(services.db, (tx) => checkLedger(tx, tenantId, check));
}
