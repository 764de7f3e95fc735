import { createHash, randomBytes } from "node:crypto";
import { insertMerchantKeys } from "../../db/merchant/merchants.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Mode, Services, Tenant } from "../context.ts";
import { type AuditContext, recordAudit } from "../record-audit.ts";

export const MODE_WORDS: Record<Mode, string> = { SANDBOX: "sandbox", PRODUCTION: "live" };

export type MerchantKeys = { publicKey: string; privateKey: string };

/** A new pair of keys: 256 random bits each, with the mode in the name. API 2, Wire 1.1. */
export function newMerchantKeys(mode: Mode): MerchantKeys {
  const word = MODE_WORDS[mode];
  return {
    publicKey: `pk_${word}_${randomBytes(32).toString("base64url")}`,
    privateKey: `sk_${word}_${randomBytes(32).toString("base64url")}`,
  };
}

/** The lookup hash of a private key. A plain hash is enough for 256 random bits. */
export function hashOfKey(privateKey: string): Buffer {
  return createHash("sha256").update(privateKey).digest();
}

/**
 * Creates a pair for the context's mode in `tx`. The private key is stored sealed, because it signs webhooks. API 2.
 */
export async function addKeys(
  tx: Transaction,
  ctx: AuditContext & Pick<Services, "providers"> & { tenant: Tenant },
): Promise<MerchantKeys & { id: string }> {
  const id = ctx.ids.next();
  const pair = newMerchantKeys(ctx.tenant.mode);
  await insertMerchantKeys(tx, {
    id,
    tenant: ctx.tenant.id,
    publicKey: pair.publicKey,
    privateKeyHash: hashOfKey(pair.privateKey),
    privateKeySealed: ctx.providers.secrets.seal(pair.privateKey, "merchant_keys.private_key_sealed", id),
    at: ctx.clock.now(),
  });
  await recordAudit(tx, ctx, {
    action: "keys.create",
    object: { kind: "key", id },
    after: { publicKey: pair.publicKey },
  });
  return { id, ...pair };
}
