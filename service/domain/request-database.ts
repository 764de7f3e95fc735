import { type Database, ofAllTenants, ofTenant } from "../db/pool.ts";
import type { Caller, Services } from "./context.ts";

/** The rows that a request of this caller may read and change. Decision 0084. */
export function databaseOfRequest({ db }: Pick<Services, "db">, { tenant, actor }: Caller): Database {
  const userId = actor.kind === "member" ? actor.userId : null;
  return ofTenant(db, { tenant: tenant.id, merchantId: tenant.merchantId, userId });
}

/** The connections of the process, how many it may have, and the callers that wait for one. */
export function countConnections({ db }: Pick<Services, "db">): Record<"most" | "open" | "idle" | "waitedFor", number> {
  const { options, totalCount, idleCount, waitingCount } = ofAllTenants(db);
  return { most: options.max, open: totalCount, idle: idleCount, waitedFor: waitingCount };
}
