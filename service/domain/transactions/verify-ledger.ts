import { checkLedger, findTenantIds, type LedgerCheckRow } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

/**
 * Verifies every tenant's books: each journal and the total sum to zero, each balance is the sum of its entries, their sequence has
 * no gap, and transactions and entries match. Reads only rows since the last run, unless `full`. Ledger 3. Returns the tenants with
 * problems, up to 20 problems each.
 */
export async function verifyLedger(
  services: Pick<Services, "db" | "clock">,
  options: { full?: boolean } = {},
): Promise<{ tenants: number; wrong: { tenantId: number; problems: LedgerCheckRow["problems"] }[] }> {
  const tenantIds = await findTenantIds(services.db);
  const wrong: { tenantId: number; problems: LedgerCheckRow["problems"] }[] = [];
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
