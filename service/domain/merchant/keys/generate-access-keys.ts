import { stopOtherKeys } from "../../../db/auth/keys.ts";
import { lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import { assertMayHoldKeys } from "../../auth/member-actor.ts";
import { addKeys, type MerchantKeys } from "../../auth/merchant-keys.ts";
import type { Context } from "../../context.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";

const HOUR_MS = 3_600_000;

/**
 * Creates a new pair for the context's mode. The old one stops authenticating immediately, or after `overlapHours`
 * (0–72). Webhooks are signed with the new key from now on; the old one co-signs for a day (Webhooks 6). API 6.
 * Returns the private key in clear. @throws `key_above_limit`
 */
export async function generateAccessKeys(ctx: Context, input: { overlapHours: number }): Promise<MerchantKeys> {
  assertMayHoldKeys(ctx);
  const { tenant } = ctx;
  const made = await inTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, tenant.merchantId); // Serialises concurrent rotations.
    const pair = await addKeys(tx, ctx);
    const stopsAt = new Date(ctx.clock.now().getTime() + input.overlapHours * HOUR_MS);
    const replaced = await stopOtherKeys(tx, tenant.id, pair.id, stopsAt);
    await recordAudit(tx, ctx, {
      action: "keys.rotate",
      object: { kind: "key", id: pair.id },
      after: { replaced, stopsAt, overlapHours: input.overlapHours },
    });
    await queueSecurityNotice(tx, ctx, {
      kind: "key_made",
      to: { merchantId: tenant.merchantId },
      detail: `${tenant.mode} ${pair.publicKey}`,
    });
    return pair;
  });
  ctx.callers?.forgetMerchant(tenant.merchantId);
  return { publicKey: made.publicKey, privateKey: made.privateKey };
}
