import { findCurrentKey } from "../../../db/auth/keys.ts";
import { inTransaction } from "../../../db/pool.ts";
import { assertMayHoldKeys } from "../../auth/member-actor.ts";
import { isWithinLimit } from "../../auth/sign-in/attempt-limit.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * The pair of keys in use in the context's mode, the private key in clear; each read is audited, and
 * mailed once per quarter of an hour. Spec 4.20, API 2, decision 0090.
 * @throws `keys_missing` when this mode has no keys yet, `key_above_limit`
 */
export async function getAccessKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  assertMayHoldKeys(ctx);
  const key = await inTransaction(ctx.db, async (tx) => {
    const current = await findCurrentKey(tx, ctx.tenant.id, ctx.clock.now());
    if (!current) throw new Failure("keys_missing");
    await recordAudit(tx, ctx, { action: "keys.read", object: { kind: "key", id: current.id } });
    if (await isWithinLimit(tx, { ...ctx, address: "any" }, `key shown ${current.id}`, 1)) {
      await queueSecurityNotice(tx, ctx, {
        kind: "key_revealed",
        to: { merchantId: ctx.tenant.merchantId },
        detail: `${ctx.tenant.mode} ${current.publicKey}`,
      });
    }
    return current;
  });
  const { secrets } = ctx.providers;
  const privateKey = secrets.open(key.privateKeySealed, "merchant_keys.private_key_sealed", key.id);
  return { publicKey: key.publicKey, privateKey };
}
