import { findRestrictedKeys } from "../../../db/auth/restricted-keys.ts";
import { restrictedKeyPrefix } from "../../auth/restricted-key.ts";
import type { Context } from "../../context.ts";

/** Ended keys are listed for this time. */
const ENDED_MS = 30 * 86_400_000;
const MAX_LISTED = 200;

/** The restricted keys of the context's mode, newest first, with their use, and those that ended in the last 30 days. Decision 0087. */
export async function listRestrictedKeys(ctx: Context) {
  const now = ctx.clock.now();
  const endedSince = new Date(now.getTime() - ENDED_MS);
  const rows = await findRestrictedKeys(ctx.db, ctx.tenant.id, { now, endedSince, limit: MAX_LISTED });
  return {
    data: rows.map(({ ending, createdBy, createdByName, callsLastDay, refusedLastDay, ...row }) => ({
      ...row,
      hint: `${restrictedKeyPrefix(ctx.tenant.mode)}…${ending}`,
      createdBy: { id: createdBy, name: createdByName },
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      stopsAt: row.stopsAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      lastRefusedAt: row.lastRefusedAt?.toISOString() ?? null,
      callsLastDay: Number(callsLastDay),
      refusedLastDay: Number(refusedLastDay),
    })),
  };
}
