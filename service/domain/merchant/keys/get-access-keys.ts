import { findCurrentKey } from "../../../db/auth/keys.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * The pair of keys in use in the context's mode, the private key in clear; each read is audited. Spec 4.20, API 2.
 * @throws `keys_missing` when this mode has no keys yet
 */
export async function getAccessKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  const key = await inTransaction(ctx.db, async (tx) => {
    const current = await findCurrentKey(tx, ctx.tenant.id, ctx.clock.now());
    if (!current) throw new Failure("keys_missing");
    await recordAudit(tx, ctx, { action: "keys.read", object: { kind: "key", id: current.id } });
    return current;
  });
  return { publicKey: key.publicKey, privateKey: ctx.providers.secrets.open(key.privateKeySealed, "merchant_key") };
}
