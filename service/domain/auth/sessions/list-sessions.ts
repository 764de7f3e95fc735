import { findSessionsOfUser } from "../../../db/auth/sessions.ts";
import type { Context } from "../../context.ts";
import { memberActor } from "../member-actor.ts";

/** The caller's sessions at all merchants, latest use first. `current` is the session of this call. */
export async function listSessions(ctx: Context) {
  const actor = memberActor(ctx);
  const rows = await findSessionsOfUser(ctx.db, actor.userId, ctx.clock.now());
  return {
    data: rows.map(({ createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: session.id === actor.sessionId,
    })),
  };
}
