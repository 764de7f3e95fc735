import type { Queryable, Transaction } from "../pool.ts";

/**
 * The caller that a key identifies: the key's tenant and the account's current mode. `restriction` is null for a private
 * key, which holds every permission of keys.
 */
export type KeyCallerRow = {
  keyId: string;
  restriction: { name: string; permissions: string[]; allowedAddresses: string[] } | null;
  tenantId: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  accountMode: "SANDBOX" | "PRODUCTION";
  stopsAt: Date | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
};

/** Returns the owner of a private or restricted key, unless the key has stopped or expired; does not lock. */
export async function findKeyCaller(db: Queryable, keyHash: Buffer, now: Date): Promise<KeyCallerRow | undefined> {
  const { rows } = await db.query<KeyCallerRow>({
    name: "find-key-caller",
    text: `with key as (
        select id, tenant, stops_at, null::jsonb as restriction from merchant_keys where private_key_hash = $1
        union all
        select id, tenant, least(stops_at, expires_at),
          jsonb_build_object('name', name, 'permissions', permissions, 'allowedAddresses', allowed_addresses)
        from restricted_keys where key_hash = $1
      )
      select k.id as "keyId", k.restriction, t.id as "tenantId", t.merchant_id as "merchantId",
        t.mode, a.mode as "accountMode", k.stops_at as "stopsAt",
        a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason"
      from key k
      join tenants t on t.id = k.tenant
      join merchants a on a.id = t.merchant_id
      where k.stops_at is null or k.stops_at > $2`,
    values: [keyHash, now],
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
         select sum(h.calls) from key_call_hours h where h.key_id = k.id and h.tenant = k.tenant and h.hour > $2::timestamptz - interval '24 hours'
       ), 0)::bigint as "callsLastDay"
     from merchant_keys k where k.tenant = $1 and (k.stops_at is null or k.stops_at > $2)
     order by k.created_at desc, k.id desc`,
    [tenant, now],
  );
  return rows;
}

/** Calls with a key: those admitted and those refused for their address, with the last address of each. */
export type KeyCalls = { calls: number; refused: number; usedFrom: string | null; refusedFrom: string | null };

/** Adds counted calls to each key and updates its last use. `at` is the time of counting. */
export async function addKeyCalls(db: Queryable, counted: ReadonlyMap<string, KeyCalls>, at: Date): Promise<void> {
  const counts = [...counted.values()];
  await db.query(
    `with counted as (
       select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
         as c (key_id, calls, refused, used_from, refused_from) order by key_id
     ), used as (
       update merchant_keys k set last_used_at = $6 from counted c where k.id = c.key_id returning k.id, k.tenant
     ), used_restricted as (
       update restricted_keys k set
         last_used_at = case when c.calls > 0 then $6 else k.last_used_at end,
         last_used_address = case when c.calls > 0 then c.used_from else k.last_used_address end,
         last_refused_at = case when c.refused > 0 then $6 else k.last_refused_at end,
         last_refused_address = case when c.refused > 0 then c.refused_from else k.last_refused_address end
       from counted c where k.id = c.key_id returning k.id, k.tenant
     )
     insert into key_call_hours (tenant, key_id, hour, calls, refused)
     select k.tenant, c.key_id, date_trunc('hour', $6::timestamptz, 'UTC'), c.calls, c.refused
     from counted c join (select * from used union all select * from used_restricted) k on k.id = c.key_id
     order by c.key_id
     on conflict (key_id, hour, tenant) do update set
       calls = key_call_hours.calls + excluded.calls, refused = key_call_hours.refused + excluded.refused`,
    [
      [...counted.keys()],
      counts.map(({ calls }) => calls),
      counts.map(({ refused }) => refused),
      counts.map(({ usedFrom }) => usedFrom),
      counts.map(({ refusedFrom }) => refusedFrom),
      at,
    ],
  );
}
