import { revokeSession } from "../../../db/auth/sessions.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";

/** Ends the caller's own session with all its tokens: in every process of the service. API 2. */
export async function logOut(ctx: Context): Promise<void> {
  const { sessionId } = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const isNews = await revokeSession(tx, sessionId, { at: ctx.clock.now(), because: "logged_out" });
    if (isNews) await recordAudit(tx, ctx, { action: "session.close", object: { kind: "session", id: sessionId } });
  });
  ctx.callers?.forgetSession(sessionId);
}
