import pg from "pg";
import { binaryArray } from "../array-binary.ts";
import type { Transaction } from "../pool.ts";
import type { AttemptRow } from "./webhook-attempts.ts";

/**
 * The result of a claimed delivery. `lease` is the lease it was claimed with, or, for a delivery rejected before
 * sending, the lease it was found with: a job with a newer lease stays unchanged. `retryAt` exists exactly where the
 * delivery continues.
 */
export type DeliveryResult = {
  deliveryId: string;
  lease: string | null;
  status: "success" | "failed" | "retrying";
  retryAt: Date | null;
  attempt: AttemptRow | null;
  errorCode: string | null;
  errorMessage: string | null;
};

/** The number of characters of a response that lists show. */
const LISTED_CHARACTERS = 1_024;

/**
 * Records the results of claimed deliveries in one statement: attempts, record, job and counters. Returns how many held
 * their lease; nothing is written for the others. Run `planByKeys` before. Webhooks 8.
 * @throws where a record is not visible yet: roll back and retry
 */
export async function recordResults(tx: Transaction, rows: readonly DeliveryResult[], at: Date): Promise<number> {
  if (rows.length === 0) return 0;
  const attempts = rows.map((row) => row.attempt);
  const { rows: counts } = await tx.query<{ held: number; recorded: number }>({
    name: "finish-deliveries",
    text: finishSql,
    values: [
      binaryArray.uuid(rows.map((row) => row.deliveryId)),
      binaryArray.uuid(rows.map((row) => row.lease)),
      binaryArray.text(rows.map((row) => row.status)),
      binaryArray.timestamptz(rows.map((row) => row.retryAt)),
      binaryArray.text(rows.map((row) => row.errorCode)),
      binaryArray.text(rows.map((row) => row.errorMessage)),
      binaryArray.smallint(attempts.map((row) => row?.n ?? null)),
      binaryArray.timestamptz(attempts.map((row) => row?.startedAt ?? null)),
      binaryArray.integer(attempts.map((row) => row?.durationMs ?? null)),
      binaryArray.text(attempts.map((row) => row?.url ?? null)),
      binaryArray.text(attempts.map((row) => row?.remoteAddress ?? null)),
      binaryArray.integer(attempts.map((row) => row?.keyVersion ?? null)),
      binaryArray.jsonb(attempts.map((row) => row?.requestHeaders ?? null)),
      binaryArray.smallint(attempts.map((row) => row?.httpStatus ?? null)),
      binaryArray.jsonb(attempts.map((row) => row?.responseHeaders ?? null)),
      binaryArray.text(attempts.map((row) => row?.responseBody ?? null)),
      binaryArray.integer(attempts.map((row) => row?.responseBytes ?? null)),
      binaryArray.boolean(attempts.map((row) => row?.truncated ?? false)),
      binaryArray.boolean(attempts.map((row) => row?.repaired ?? false)),
      at,
      LISTED_CHARACTERS,
    ],
  });
  const { held, recorded } = counts[0] ?? { held: 0, recorded: 0 };
  // A row that has just moved into its partition is visible in neither place; the next attempt sees it.
  if (recorded !== held) throw new RecordMissing(`${held - recorded} finished deliveries have no open record`);
  return held;
}

class RecordMissing extends Error {}

/** Whether one of the rows is the reason for a failure. The other rows may be recorded without it. */
export function isRefused(error: unknown): boolean {
  // Class 22: a value that cannot be stored; 23: one that a constraint forbids.
  return error instanceof RecordMissing || (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ""));
}

// Each result finds its job and its delivery by key, even with old statistics: they do not know the newest deliveries, and the queue may
// have been empty when they were made. A join of results and jobs may read the whole queue for each result, and so may a range of IDs beside
// the key of deliveries (decision 0203).
const finishSql = `
with results as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::smallint[],
    $8::timestamptz[], $9::int[], $10::text[], $11::text[], $12::int[], $13::jsonb[], $14::smallint[], $15::jsonb[],
    $16::text[], $17::int[], $18::boolean[], $19::boolean[])
    as v (delivery_id, lease, status, retry_at, error_code, error_message, n, started_at, duration_ms, url, remote_address,
      key_version, request_headers, http_status, response_headers, response_body, response_bytes, truncated, repaired)
), found as materialized (
  select r.*, j.place, j.tenant, j.target_id, j.made_at from results r cross join lateral (
    select ctid as place, tenant, target_id, made_at from webhook_jobs
    where delivery_id = r.delivery_id and lease is not distinct from r.lease for update
  ) j
), ended as (
  delete from webhook_jobs j using found f where j.ctid = f.place and f.retry_at is null
  returning f.*
), rearmed as (
  update webhook_jobs j set due_at = f.retry_at, lease = null, attempt = f.n + 1, claims = 0 from found f
  where j.ctid = f.place and f.retry_at is not null
  returning f.*
), held as materialized (
  select * from ended union all select * from rearmed
), tried as (
  insert into webhook_attempts (tenant, delivery_id, n, started_at, duration_ms, url, remote_address, key_version,
    request_headers, http_status, response_headers, response_body, response_bytes, truncated, repaired, error_code)
  select tenant, delivery_id, n, started_at, duration_ms, url, remote_address, key_version, request_headers, http_status,
    response_headers, response_body, response_bytes, truncated, repaired, error_code
  from held where n is not null
), recorded as (
  update webhook_deliveries d set status = h.status, attempts = coalesce(h.n, d.attempts),
    http_status = case when h.n is null then d.http_status else h.http_status end,
    response_ms = case when h.n is null then d.response_ms else h.duration_ms end,
    response = case when h.n is null then d.response else left(h.response_body, $21) end,
    error_code = h.error_code, error_message = h.error_message, next_retry_at = h.retry_at,
    last_attempt_at = coalesce(h.started_at, d.last_attempt_at),
    delivered_at = case when h.status = 'success' then $20::timestamptz end
  from held h
  where d.id = h.delivery_id and d.tenant = h.tenant and d.status in ('pending', 'retrying')
  returning d.id
), counted as (
  insert into webhook_stat_deltas (tenant, subscription_id, at, failing_from, error_code, success, failed, retried, answers,
    total_ms, max_ms)
  select tenant, target_id, $20, min(made_at) filter (where status = 'failed' and n is not null),
    coalesce(error_code, ''), count(*) filter (where status = 'success'), count(*) filter (where status = 'failed'),
    count(*) filter (where status = 'retrying'), count(n), coalesce(sum(duration_ms), 0), coalesce(max(duration_ms), 0)
  from held where target_id is not null group by tenant, target_id, coalesce(error_code, '')
)
select (select count(*)::int from held) as held, (select count(*)::int from recorded) as recorded`;
