import type { Queryable, Transaction } from "../pool.ts";

/** The caller that a private key identifies: the key's tenant and the account's current mode. */
export type KeyCallerRow = {
  keyId: string;
  publicKey: string;
  tenantId: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  accountMode: "SANDBOX" | "PRODUCTION";
  stopsAt: Date | null;
};

/** Returns the owner of a private key, unless the key has stopped; does not lock. */
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

export type CurrentKeyRow = { id: string; publicKey: string; privateKeySealed: Buffer };

/** Returns the tenant's newest key that has not stopped; does not lock. */
export async function findCurrentKey(db: Queryable, tenant: number, now: Date): Promise<CurrentKeyRow | undefined> {
  const { rows } = await db.query<CurrentKeyRow>(
    `select id, public_key as "publicKey", private_key_sealed as "privateKeySealed"
     from merchant_keys where tenant = $1 and (stops_at is null or stops_at > $2)
     order by stops_at is null desc, created_at desc, id desc limit 1`,
    [tenant, now],
  );
  return rows[0];
}

/** A key that may sign. `version` numbers the tenant's keys from 1. */
export type SigningKeyRow = {
  id: string;
  tenant: number;
  version: number;
  privateKeySealed: Buffer;
  createdAt: Date;
  stopsAt: Date | null;
};

/**
 * Returns the signing keys of these tenants, newest first. The first key that has not stopped signs; during the key
 * overlap the previous one signs too.
 */
export async function findSigningKeys(db: Queryable, tenants: readonly number[]): Promise<SigningKeyRow[]> {
  const { rows } = await db.query<SigningKeyRow>({
    name: "find-signing-keys",
    text: `select id, tenant, (row_number() over (partition by tenant order by created_at, id))::int as version,
        private_key_sealed as "privateKeySealed", created_at as "createdAt", stops_at as "stopsAt"
      from merchant_keys where tenant = any($1::int[]) order by tenant, version desc`,
    values: [tenants],
  });
  return rows;
}
/**
 * Stops all keys of a tenant except `keepId` at `stopsAt`. Keys that stop sooner keep their time. Returns the IDs of
 * the stopped keys.
 */
export async function stopOtherKeys(tx: Transaction, tenant: number, keyId: string, stopsAt: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update merchant_keys set stops_at = $3
     where tenant = $1 and id <> $2 and (stops_at is null or stops_at > $3) returning id`,
    [tenant, keyId, stopsAt],
  );
  return rows.map(({ id }) => id);
}

/** A key pair without the private key. `callsLastDay` counts whole hours. */
export type KeyUseRow = {
  id: string;
  publicKey: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  stopsAt: Date | null;
  callsLastDay: bigint;
};

/** Returns the working keys of a tenant, newest first, with their usage. */
export async function findKeysInUse(db: Queryable, tenant: number, now: Date): Promise<KeyUseRow[]> {
  const { rows } = await db.query<KeyUseRow>(
    `select k.id, k.public_key as "publicKey", k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
       k.stops_at as "stopsAt", coalesce((
         select sum(h.calls) from key_call_hours h where h.key_id = k.id and h.hour > $2::timestamptz - interval '24 hours'
       ), 0)::bigint as "callsLastDay"
     from merchant_keys k where k.tenant = $1 and (k.stops_at is null or k.stops_at > $2)
     order by k.created_at desc, k.id desc`,
    [tenant, now],
  );
  return rows;
}

/** Adds counted calls to each key and updates its last use. `at` is the time of counting. */
export async function addKeyCalls(db: Queryable, calls: ReadonlyMap<string, number>, at: Date): Promise<void> {
  await db.query(
    `with counted as (
       select * from unnest($1::uuid[], $2::bigint[]) as c (key_id, calls) order by key_id
     ), used as (
       update merchant_keys k set last_used_at = $3 from counted c where k.id = c.key_id
     )
     insert into key_call_hours (key_id, hour, calls)
     select key_id, date_trunc('hour', $3::timestamptz, 'UTC'), calls from counted
     on conflict (key_id, hour) do update set calls = key_call_hours.calls + excluded.calls`,
    [[...calls.keys()], [...calls.values()], at],
  );
}
