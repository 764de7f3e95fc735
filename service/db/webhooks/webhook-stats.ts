import type { Queryable } from "../pool.ts";

/** An hour of deliveries. `errorCodes` counts failed attempts, and deliveries that were never sent. */
export type HourRow = {
  hour: Date;
  success: number;
  failed: number;
  retried: number;
  errorCodes: Record<string, number>;
  meanMs: number | null;
  maxMs: number | null;
};

/** Returns the hours with deliveries of a tenant or of one subscription, oldest first; both ends included. */
export async function findHours(
  db: Queryable,
  tenant: number,
  filter: { subscriptionId?: string | undefined; from: Date; to: Date },
): Promise<HourRow[]> {
  const { rows } = await db.query<HourRow>(
    `with codes as (
       select hour, error_code, sum(success)::int as success, sum(failed)::int as failed, sum(retried)::int as retried,
         sum(answers)::int as answers, sum(total_ms) as total_ms, max(max_ms) as max_ms
       from webhook_hours
       where tenant = $1 and ($2::uuid is null or subscription_id = $2) and hour between $3 and $4
       group by hour, error_code
     )
     select hour, sum(success)::int as success, sum(failed)::int as failed, sum(retried)::int as retried,
       coalesce(jsonb_object_agg(error_code, failed + retried) filter (where error_code <> ''), '{}') as "errorCodes",
       round(sum(total_ms) / nullif(sum(answers), 0))::int as "meanMs",
       case when sum(answers) > 0 then max(max_ms) end as "maxMs"
     from codes group by hour order by hour`,
    [tenant, filter.subscriptionId ?? null, filter.from, filter.to],
  );
  return rows;
}
