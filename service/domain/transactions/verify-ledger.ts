import { checkLedger, findTenantIds, type LedgerCheckRow } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

/**
 * Proves every tenant's books: each journal and the whole sum to zero, each balance is the sum of its entries, their sequence
 * has no gap, and transactions and entries explain each other. Costs what is new since the last run, unless `full`. Ledger 3.
 * Returns the tenants whose books are wrong, with up to 20 problems each.
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

/** The same for one tenant; returns what was noted. */
export async function verifyTenant(
  services: Pick<Services, "db" | "clock">,
  tenantId: number,
  options: { full?: boolean } = {},
): Promise<LedgerCheckRow> {
  const check = { at: services.clock.now(), full: options.full ?? false };
  return await inTransaction(services.db, (tx) => checkLedger(tx, tenantId, check));
}
