import { deleteEmailConfirmation } from "../../../db/auth/email-confirmations.ts";
import { findCurrentKey, stopOtherKeys } from "../../../db/auth/keys.ts";
import { stopRestrictedKeys } from "../../../db/auth/restricted-keys.ts";
import type { MembershipRow } from "../../../db/auth/sign-in.ts";
import { updateCallbackUrl } from "../../../db/merchant/settings.ts";
import { findTenants } from "../../../db/merchant/tenants.ts";
import type { Transaction } from "../../../db/pool.ts";
import { stopSubscriptions } from "../../../db/webhooks/webhook-subscriptions.ts";
import { type AuditContext, recordAudit } from "../../record-audit.ts";
import { addKeys } from "../merchant-keys.ts";
import { dropSecondFactors } from "../two-factor/drop-second-factors.ts";

/**
 * Takes away all access that was set up before anybody confirmed the e-mail: a stranger may have registered it. Ends the
 * second factors, replaces the keys of the merchant of this e-mail, and stops its webhooks. The caller ends the sessions
 * and sets a new password. Every new way to sign in must end here too. Decision 0076. `ctx` is that of the membership.
 */
export async function dropUnconfirmedAccess(
  tx: Transaction,
  ctx: AuditContext & Parameters<typeof addKeys>[1],
  membership: MembershipRow,
): Promise<void> {
  const { userId, merchantId } = membership;
  await deleteEmailConfirmation(tx, userId);
  const hadSecondFactor = await dropSecondFactors(tx, userId);
  if (hadSecondFactor)
    await recordAudit(tx, ctx, { action: "two_factor.disable", object: { kind: "user", id: userId } });
  if (membership.email !== membership.merchantEmail) return;
  const at = ctx.clock.now();
  for (const tenant of await findTenants(tx, merchantId)) {
    const inMode = { ...ctx, tenant };
    const restrictedKeys = await stopRestrictedKeys(tx, tenant.id, at);
    const subscriptions = await stopSubscriptions(tx, tenant.id, at);
    await updateCallbackUrl(tx, tenant.id, null, at);
    await recordAudit(tx, inMode, {
      action: "merchant.drop_unconfirmed_access",
      object: { kind: "merchant", id: merchantId },
      after: { restrictedKeys, subscriptions, callbackURL: null },
    });
    if (!(await findCurrentKey(tx, tenant.id, at))) continue;
    const { id } = await addKeys(tx, inMode);
    const replaced = await stopOtherKeys(tx, tenant.id, id, at);
    await recordAudit(tx, inMode, { action: "keys.rotate", object: { kind: "key", id }, after: { replaced } });
  }
}
