import type { Queryable, Transaction } from "../pool.ts";

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

export type CurrentKeyRow = { id: string; publicKey: string; privateKeySealed: Buffer };

/** The newest key of a tenant that has not stopped. Not locked. */
export async function findCurrentKey(db: Queryable, tenant: number, now: Date): Promise<CurrentKeyRow | undefined> {
  const { rows } = await db.query<CurrentKeyRow>(
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
/** Lets all keys of a tenant but the one just made stop at `stopsAt`, those that stop sooner stay. Returns their IDs. */
export async function stopOtherKeys(tx: Transaction, tenant: number, keyId: string, stopsAt: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update merchant_keys set stops_at = $3
     where tenant = $1 and id <> $2 and (stops_at is null or stops_at > $3) returning id`,
    [tenant, keyId, stopsAt],
  );
  return rows.map(({ id }) => id);
}

/** A pair without its private key; `callsLastDay` counts whole hours. */
export type KeyUseRow = {
  id: string;
  publicKey: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  stopsAt: Date | null;
  callsLastDay: bigint;
};

/** The keys of a tenant that work now, newest first, with how much they are used. */
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

/** Adds up calls by key and notes when each was used last. `at` is when they were counted. */
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
