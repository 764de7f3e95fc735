import { deletePasswordReset } from "../../../db/auth/password-resets.ts";
import { revokeSessionsOfUser } from "../../../db/auth/sessions.ts";
import type { Transaction } from "../../../db/pool.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { type AuditContext, recordAudit } from "../../record-audit.ts";
import { dropSecondFactors } from "../two-factor/drop-second-factors.ts";

/**
 * Takes away what a person who is in no team has left from an earlier one: second factors, sessions, an unused reset code. The mailbox may
 * have another owner now, and a passkey alone signs in. `ctx` is that of the team that the person joins.
 */
export async function dropFormerAccess(tx: Transaction, ctx: AuditContext, userId: string): Promise<void> {
  await deletePasswordReset(tx, userId);
  await revokeSessionsOfUser(tx, userId, { at: ctx.clock.now(), because: "team_joined", except: null });
  if (!(await dropSecondFactors(tx, userId))) return;
  await recordAudit(tx, ctx, { action: "two_factor.disable", object: { kind: "user", id: userId } });
  await queueSecurityNotice(tx, ctx, { kind: "two_factor_off", to: { userId } });
}
