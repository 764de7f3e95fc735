import type { Queryable } from "./pool.ts";

/** What a private key proves: its own books, and the mode the account is in now. */
export type KeyCallerRow = {
  keyId: string;
  publicKey: string;
  tenantId: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  accountMode: "SANDBOX" | "PRODUCTION";
  stopsAt: Date | null;
};

/** The holder of a private key, unless the key has stopped. Not locked. */
export async function findKeyCaller(
  db: Queryable,
  privateKeyHash: Buffer,
  now: Date,
): Promise<KeyCallerRow | undefined> {
  const { rows } = await db.query<KeyCallerRow>({
    name: "find-key-caller",
    text: `select k.id as "keyId", k.public_key as "publicKey", t.id as "tenantId", t.merchant_id as "merchantId",
        t.mode, a.mode as "accountMode", k.stops_at as "stopsAt"
      from merchant_keys k
      join tenants t on t.id = k.tenant
      join merchants a on a.id = t.merchant_id
      where k.private_key_hash = $1 and (k.stops_at is null or k.stops_at > $2)`,
    values: [privateKeyHash, now],
  });
  return rows[0];
}

/** The newest key of a tenant that has not stopped. Not locked. */
export async function findCurrentKey(
  db: Queryable,
  tenant: number,
  now: Date,
): Promise<{ id: string; publicKey: string; privateKeySealed: Buffer } | undefined> {
  const { rows } = await db.query<{ id: string; publicKey: string; privateKeySealed: Buffer }>(
    `select id, public_key as "publicKey", private_key_sealed as "privateKeySealed"
     from merchant_keys where tenant = $1 and (stops_at is null or stops_at > $2)
     order by stops_at is null desc, created_at desc, id desc limit 1`,
    [tenant, now],
  );
  return rows[0];
}

/** A key of a tenant that may sign; `version` counts the tenant's keys from 1. */
export type SigningKeyRow = {
  tenant: number;
  version: number;
  privateKeySealed: Buffer;
  createdAt: Date;
  stopsAt: Date | null;
};

/** The keys of these tenants, newest first: the first that has not stopped signs, and the one before it for a while too. */
export async function findSigningKeys(db: Queryable, tenants: readonly number[]): Promise<SigningKeyRow[]> {
  const { rows } = await db.query<SigningKeyRow>({
    name: "find-signing-keys",
    text: `select tenant, (row_number() over (partition by tenant order by created_at, id))::int as version,
        private_key_sealed as "privateKeySealed", created_at as "createdAt", stops_at as "stopsAt"
      from merchant_keys where tenant = any($1::int[]) order by tenant, version desc`,
    values: [tenants],
  });
  return rows;
}
