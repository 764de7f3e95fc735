import type { Endpoint } from "../../contract/endpoint.ts";
import { type Database, ofAllTenants, ofTenant } from "../db/pool.ts";
import type { Caller, Services } from "./context.ts";

/** The rows that a request of this caller may read and change; read from a replica if its endpoint allows that. Decisions 0084, 0191. */
export function databaseOfRequest(
  { db, replicas }: Pick<Services, "db" | "replicas">,
  { tenant, actor }: Caller,
  { replica }: Pick<Endpoint, "replica">,
): Database {
  const userId = actor.kind === "member" ? actor.userId : null;
  return ofTenant(db, { tenant: tenant.id, merchantId: tenant.merchantId, userId }, replica ? replicas : undefined);
}

/** The connections of the process, how many it may have, and the callers that wait for one. */
export function countConnections({ db }: Pick<Services, "db">): Record<"most" | "open" | "idle" | "waitedFor", number> {
  const { options, totalCount, idleCount, waitingCount } = ofAllTenants(db);
  return { most: options.max, open: totalCount, idle: idleCount, waitedFor: waitingCount };
}
