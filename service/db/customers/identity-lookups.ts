import type { Queryable, Transaction } from "../pool.ts";

/** The state of a tenant's quota; `day` is the calendar day in Africa/Lagos. */
export type LookupQuota = { isReviewed: boolean; quota: number; lookups: number; day: string };

/** The review and the look-ups of the day so far; not locked. */
export async function findLookupQuota(db: Queryable, tenant: number, at: Date): Promise<LookupQuota | undefined> {
  const { rows } = await db.query<LookupQuota>(
    `select m.review = 'ENABLED' as "isReviewed", s.identity_daily_quota as quota, coalesce(l.lookups, 0) as lookups,
       d.day
     from tenants t
     join merchants m on m.id = t.merchant_id
     join tenant_settings s on s.tenant = t.id
     cross join (select ($2::timestamptz at time zone 'Africa/Lagos')::date as day) d
     left join identity_lookups l on l.tenant = t.id and l.day = d.day
     where t.id = $1`,
    [tenant, at],
  );
  return rows[0];
}

/** Counts one look-up unless the day's quota is used up. Returns the count, or undefined when none is left. */
export async function countLookup(
  db: Queryable,
  tenant: number,
  { day, quota }: Pick<LookupQuota, "day" | "quota">,
): Promise<number | undefined> {
  const { rows } = await db.query<{ lookups: number }>(
    `insert into identity_lookups as l (tenant, day, lookups) select $1, $2::date, 1 where $3::int > 0
     on conflict (tenant, day) do update set lookups = l.lookups + 1 where l.lookups < $3
     returning lookups`,
    [tenant, day, quota],
  );
  return rows[0]?.lookups;
}

/** Marks the day as suspicious when fewer than `leastCustomers` were created since it began. True the first time only. */
export async function markEnumeration(
  tx: Transaction,
  tenant: number,
  { day, leastCustomers, at }: { day: string; leastCustomers: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update identity_lookups set suspected_at = $4
     where tenant = $1 and day = $2::date and suspected_at is null and $3 > (
       select count(*) from (
         select 1 from customers where tenant = $1 and created_at >= $2::timestamp at time zone 'Africa/Lagos' limit $3) c)`,
    [tenant, day, leastCustomers, at],
  );
  return rowCount === 1;
}

/** The number of tenants whose look-ups of the day look like enumeration, for the alarm. */
export async function countSuspectedTenants(db: Queryable, at: Date): Promise<number> {
  const { rows } = await db.query<{ tenants: number }>(
    `select count(*)::int as tenants from identity_lookups
     where day = ($1::timestamptz at time zone 'Africa/Lagos')::date and suspected_at is not null`,
    [at],
  );
  return rows[0]?.tenants ?? 0;
}

/** Deletes the counts of days before the Lagos day of `at`. */
export async function deleteLookupsBefore(db: Queryable, at: Date): Promise<number> {
  const { rowCount } = await db.query(
    "delete from identity_lookups where day < ($1::timestamptz at time zone 'Africa/Lagos')::date",
    [at],
  );
  return rowCount ?? 0;
}
