import { findSessionsOfUser } from "../../db/auth/sessions.ts";
import type { Context } from "../context.ts";
import { memberActor } from "./member-actor.ts";

/** Where the caller is signed in, newest use first, with all merchants; `current` is the session that asks. */
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
