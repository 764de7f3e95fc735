import type { Queryable, Transaction } from "../pool.ts";

export type NewRestrictedKey = {
  id: string;
  tenant: number;
  name: string;
  keyHash: Buffer;
  ending: string;
  permissions: readonly string[];
  allowedAddresses: readonly string[];
  expiresAt: Date | null;
  createdBy: string;
  at: Date;
};

/** Inserts a restricted key. The key itself is stored as a hash only. Decision 0087. */
export async function insertRestrictedKey(tx: Transaction, key: NewRestrictedKey): Promise<void> {
  await tx.query(
    `insert into restricted_keys (id, tenant, name, key_hash, ending, permissions, allowed_addresses, expires_at,
       created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.id,
      key.tenant,
      key.name,
      key.keyHash,
      key.ending,
      key.permissions,
      key.allowedAddresses,
      key.expiresAt,
      key.createdBy,
      key.at,
    ],
  );
}

export type RestrictedKeyRow = {
  id: string;
  name: string;
  ending: string;
  permissions: string[];
  allowedAddresses: string[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  stopsAt: Date | null;
};

const columns = `k.id, k.name, k.ending, k.permissions, k.allowed_addresses as "allowedAddresses",
  k.created_by as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt", k.stops_at as "stopsAt"`;
const isLive = `(k.stops_at is null or k.stops_at > $2) and (k.expires_at is null or k.expires_at > $2)`;

/** Counts the tenant's working keys; does not lock. */
export async function countRestrictedKeys(db: Queryable, tenant: number, now: Date): Promise<number> {
  const { rows } = await db.query<{ keys: number }>(
    `select count(*)::int as keys from restricted_keys k where k.tenant = $1 and ${isLive}`,
    [tenant, now],
  );
  return rows[0]?.keys ?? 0;
}

/** Returns a working key of the tenant and locks it until `tx` ends. */
export async function lockRestrictedKey(
  tx: Transaction,
  tenant: number,
  { id, now }: { id: string; now: Date },
): Promise<RestrictedKeyRow | undefined> {
  const { rows } = await tx.query<RestrictedKeyRow>(
    `select ${columns} from restricted_keys k where k.tenant = $1 and ${isLive} and k.id = $3 for update`,
    [tenant, now, id],
  );
  return rows[0];
}

/** Ends a key at `stopsAt`. */
export async function stopRestrictedKey(tx: Transaction, tenant: number, id: string, stopsAt: Date): Promise<void> {
  await tx.query("update restricted_keys set stops_at = $3 where tenant = $1 and id = $2", [tenant, id, stopsAt]);
}

/** Ends every working key of a tenant now. Returns their IDs. */
export async function stopRestrictedKeys(tx: Transaction, tenant: number, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update restricted_keys k set stops_at = $2 where k.tenant = $1 and ${isLive} returning k.id`,
    [tenant, now],
  );
  return rows.map(({ id }) => id);
}

/** A key with its use. `callsLastDay` and `refusedLastDay` count whole hours. */
export type RestrictedKeyUseRow = RestrictedKeyRow & {
  createdByName: string;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  lastRefusedAt: Date | null;
  lastRefusedAddress: string | null;
  callsLastDay: bigint;
  refusedLastDay: bigint;
};

/** Returns the tenant's keys that work or ended after `endedSince`, newest first, at most `limit`. */
export async function findRestrictedKeys(
  db: Queryable,
  tenant: number,
  { now, endedSince, limit }: { now: Date; endedSince: Date; limit: number },
): Promise<RestrictedKeyUseRow[]> {
  const { rows } = await db.query<RestrictedKeyUseRow>(
    `select ${columns}, u.first_name || ' ' || u.last_name as "createdByName",
       k.last_used_at as "lastUsedAt", k.last_used_address as "lastUsedAddress",
       k.last_refused_at as "lastRefusedAt", k.last_refused_address as "lastRefusedAddress",
       coalesce(h.calls, 0)::bigint as "callsLastDay", coalesce(h.refused, 0)::bigint as "refusedLastDay"
     from restricted_keys k
     join members m on m.id = k.created_by
     join users u on u.id = m.user_id
     left join lateral (
       select sum(calls) as calls, sum(refused) as refused from key_call_hours
       where key_id = k.id and key_call_hours.tenant = k.tenant and hour > $2::timestamptz - interval '24 hours'
     ) h on true
     where k.tenant = $1 and least(k.stops_at, k.expires_at) > $3 is not false
     order by k.id desc limit $4`,
    [tenant, now, endedSince, limit],
  );
  return rows;
}
