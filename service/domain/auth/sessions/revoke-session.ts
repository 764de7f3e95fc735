import { hasSession, revokeSession as revokeSessionRow } from "../../../db/auth/sessions.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";

/**
 * Ends one of the caller's own sessions, the current one included, in every process of the service.
 * @throws `session_not_found`
 */
export async function revokeSession(ctx: Context, input: { sessionId: string }): Promise<void> {
  const { userId } = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await hasSession(tx, userId, input.sessionId))) throw new Failure("session_not_found");
    const isNews = await revokeSessionRow(tx, input.sessionId, { at: ctx.clock.now(), because: "revoked_by_owner" });
    if (!isNews) throw new Failure("session_not_found");
    await recordAudit(tx, ctx, { action: "session.revoke", object: { kind: "session", id: input.sessionId } });
  });
  ctx.callers?.forgetSession(input.sessionId);
}
