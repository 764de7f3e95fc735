import { findKeysInUse } from "../../../db/auth/keys.ts";
import type { Context } from "../../context.ts";

/** The active keys of the context's mode, without the private half, with their usage. Dashboard 5.9, 5.11. */
export async function listAccessKeys(ctx: Context) {
  const keys = await findKeysInUse(ctx.db, ctx.tenant.id, ctx.clock.now());
  return {
    data: keys.map((key) => ({
      id: key.id,
      publicKey: key.publicKey,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      stopsAt: key.stopsAt?.toISOString() ?? null,
      callsLastDay: Number(key.callsLastDay),
    })),
  };
}
