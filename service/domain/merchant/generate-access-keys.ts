import { stopOtherKeys } from "../../db/auth/keys.ts";
import { lockMerchant } from "../../db/merchant/merchants.ts";
import { inTransaction } from "../../db/pool.ts";
import { addKeys, type MerchantKeys } from "../auth/merchant-keys.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";

const HOUR_MS = 3_600_000;

/**
 * Makes a new pair for the context's mode. The old one stops authenticating at once, or after `overlapHours` (0–72); webhooks are
 * signed with the new one from now on, the old one co-signs for a day (webhooks 6). Api 6. The private key is in clear.
 */
export async function generateAccessKeys(ctx: Context, input: { overlapHours: number }): Promise<MerchantKeys> {
  const { tenant } = ctx;
  const made = await inTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, tenant.merchantId); // two rotations at once: one pair after the other
    const pair = await addKeys(tx, ctx);
    const stopsAt = new Date(ctx.clock.now().getTime() + input.overlapHours * HOUR_MS);
    const replaced = await stopOtherKeys(tx, tenant.id, pair.id, stopsAt);
    await recordAudit(tx, ctx, {
      action: "keys.rotate",
      object: { kind: "key", id: pair.id },
      after: { replaced, stopsAt, overlapHours: input.overlapHours },
    });
    return pair;
  });
  ctx.callers?.forgetMerchant(tenant.merchantId);
  return { publicKey: made.publicKey, privateKey: made.privateKey };
}
