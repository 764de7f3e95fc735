import { findSessionsOfUser } from "../../../db/auth/sessions.ts";
import type { Context } from "../../context.ts";
import { memberActor } from "../member-actor.ts";
import { sessionEnd } from "./session-end.ts";

/** The caller's sessions at all merchants, latest use first. `current` is the session of this call. */
export async function listSessions(ctx: Context) {
  const actor = memberActor(ctx);
  const now = ctx.clock.now();
  const rows = await findSessionsOfUser(ctx.db, actor.userId, now);
  return {
    data: rows
      .filter((session) => sessionEnd(session) > now)
      .map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        current: session.id === actor.sessionId,
      })),
  };
}
