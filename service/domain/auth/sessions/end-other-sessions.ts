import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";

/** Ends all sessions of the caller except this one, at all merchants. Returns their number. */
export async function endOtherSessions(ctx: Context): Promise<{ ended: number }> {
  const { userId, sessionId } = memberActor(ctx);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const sessions = await revokeSessionsOfUser(tx, userId, {
      at: ctx.clock.now(),
      because: "revoked_by_owner",
      except: sessionId,
    });
    await recordAudit(tx, ctx, {
      action: "session.revoke_others",
      object: { kind: "user", id: userId },
      after: { endedSessions: sessions.length },
    });
    return sessions;
  });
  for (const id of ended) ctx.callers?.forgetSession(id);
  return { ended: ended.length };
}
