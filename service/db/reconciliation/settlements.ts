import { plainArray, textArray, timesArray } from "../array-literal.ts";
import type { Queryable, Transaction } from "../pool.ts";

export type NewSettlementFile = { id: string; rail: string; name: string; uploadedByName: string; at: Date };
/** A line of a settlement file. Kobo. */
export type SettlementLineRow = {
  sessionId: string;
  direction: "in" | "out";
  amount: bigint;
  status: "succeeded" | "failed" | "reversed";
  at: Date;
};

/** A settlement file with the result of its comparison. Kobo. */
export type SettlementFileRow = {
  id: string;
  rail: string;
  day: string;
  name: string;
  state: "waiting" | "matched" | "rejected";
  problem: string | null;
  lines: number;
  matched: number;
  breaks: number;
  others: number;
  uploadedByName: string;
  createdAt: Date;
  matchedAt: Date | null;
};

/** Inserts the file under which lines are staged; it is invisible until `acceptFile`. */
export async function insertReceivingFile(db: Queryable, tenant: number, file: NewSettlementFile): Promise<void> {
  await db.query(
    `insert into settlement_files (tenant, id, rail, name, state, uploaded_by_name, created_at)
     values ($1, $2, $3, $4, 'receiving', $5, $6)`,
    [tenant, file.id, file.rail, file.name, file.uploadedByName, file.at],
  );
}

/** Stages lines in one statement. */
export async function insertLines(
  db: Queryable,
  tenant: number,
  file: string,
  lines: readonly SettlementLineRow[],
): Promise<void> {
  await db.query({
    name: "insert-settlement-lines",
    text: `insert into settlement_lines (tenant, file, session_id, direction, amount, status, at)
      select $1, $2, v.* from unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[]) as v`,
    values: [
      tenant,
      file,
      textArray(lines.map(({ sessionId }) => sessionId)),
      plainArray(lines.map(({ direction }) => direction)),
      plainArray(lines.map(({ amount }) => amount)),
      plainArray(lines.map(({ status }) => status)),
      timesArray(lines.map(({ at }) => at)),
    ],
  });
}

/** Hands a staged file to the worker. */
export async function acceptFile(
  tx: Transaction,
  tenant: number,
  file: { id: string; name: string; day: string; lines: number; at: Date },
): Promise<void> {
  await tx.query(
    `update settlement_files set state = 'waiting', day = $3, lines = $4, created_at = $5, name = $6
     where tenant = $1 and id = $2 and state = 'receiving'`,
    [tenant, file.id, file.day, file.lines, file.at, file.name],
  );
}

/** Deletes a file that was not accepted, with its lines. */
export async function deleteReceivingFile(db: Queryable, tenant: number, id: string): Promise<void> {
  await db.query("delete from settlement_files where tenant = $1 and id = $2 and state = 'receiving'", [tenant, id]);
}

/** Files of any tenant that have been arriving since before an instant. */
export async function findAbandonedFiles(db: Queryable, before: Date): Promise<{ tenant: number; id: string }[]> {
  const { rows } = await db.query<{ tenant: number; id: string }>(
    "select tenant, id from settlement_files where state = 'receiving' and created_at < $1",
    [before],
  );
  return rows;
}

/**
 * Deletes up to `limit` lines of the file that was compared first, of any tenant, before an instant. Its figures and breaks stay. Skips
 * a file that another worker empties. Returns their number, or undefined if there is no such file.
 */
export async function deleteOldLines(
  tx: Transaction,
  { comparedBefore, limit, at }: { comparedBefore: Date; limit: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ tenant: number; id: string }>(
    `select tenant, id from settlement_files where state = 'matched' and lines_deleted_at is null and matched_at < $1
     order by matched_at limit 1 for update skip locked`,
    [comparedBefore],
  );
  const [file] = rows;
  if (!file) return undefined;
  const { rowCount } = await tx.query(
    `delete from settlement_lines where ctid in (select ctid from settlement_lines where tenant = $1 and file = $2 limit $3)`,
    [file.tenant, file.id, limit],
  );
  const deleted = rowCount ?? 0;
  if (deleted < limit) {
    await tx.query("update settlement_files set lines_deleted_at = $3 where tenant = $1 and id = $2", [
      file.tenant,
      file.id,
      at,
    ]);
  }
  return deleted;
}

/** The oldest file that waits for its comparison, of any tenant. Skips files that another worker holds. */
export async function claimWaitingFile(
  tx: Transaction,
): Promise<{ tenant: number; id: string; rail: string; day: string } | undefined> {
  // Not null: "day". An accepted file has one.
  const { rows } = await tx.query<{ tenant: number; id: string; rail: string; day: string }>(
    `select tenant, id, rail, day from settlement_files where state = 'waiting'
     order by created_at limit 1 for update skip locked`,
  );
  return rows[0];
}

/** Sessions with a definite line whose payout has no end yet, up to `limit`. */
export async function findUndecidedSessions(
  tx: Queryable,
  file: { tenant: number; id: string; rail: string },
  limit: number,
): Promise<{ sessionId: string; status: "succeeded" | "failed" | "reversed" }[]> {
  const { rows } = await tx.query<{ sessionId: string; status: "succeeded" | "failed" | "reversed" }>(
    `select a.session_id as "sessionId", l.status
     from payout_attempts a
     join payouts p on p.tenant = a.tenant and p.id = a.payout and p.ended_at is null
     join settlement_lines l on l.tenant = a.tenant and l.file = $2 and l.session_id = a.session_id
     where a.tenant = $1 and a.rail = $3 and a.state <> 'ready' and l.amount = p.amount
     order by a.session_id limit $4`,
    [file.tenant, file.id, file.rail, limit],
  );
  return rows;
}

/** The instants between which a day in Africa/Lagos lies. */
export type DaySpan = { from: Date; until: Date };

/**
 * Compares a file with our rows and writes its breaks and figures, in one statement over sorted sets. An open break whose session now
 * agrees is resolved. Lines of other merchants, of transfers that we refused, and of failures that we never had are no breaks. Rails 6.
 */
export async function compareFile(
  tx: Transaction,
  file: { tenant: number; id: string; rail: string; day: string },
  { span, at }: { span: DaySpan; at: Date },
): Promise<void> {
  await tx.query("set local statement_timeout = '10min'");
  await tx.query(
    `with lines as (
       select session_id, min(direction) as direction, count(*)::int as n, max(amount) as amount, max(status) as status
       from settlement_lines where tenant = $1 and file = $2 group by session_id
     ), ours as (
       select a.session_id, 'out' as direction, p.amount,
         case when a.outcome in ('succeeded', 'failed', 'reversed') then a.outcome else 'unknown' end as status,
         a.ended_at as booked_at, p.reference, null::uuid as credit
       from payout_attempts a join payouts p on p.tenant = a.tenant and p.id = a.payout
       where a.tenant = $1 and a.rail = $3
         and (a.session_id in (select session_id from lines)
           or (a.outcome = 'succeeded' and a.ended_at >= $5 and a.ended_at < $6))
       union all
       select c.session_id, 'in', c.amount, 'succeeded', c.received_at, null, c.id from bank_credits c
       where c.tenant = $1 and c.rail = $3
         and (c.session_id in (select session_id from lines) or (c.sent_at >= $5 and c.sent_at < $6))
     ), paired as (
       select coalesce(l.session_id, o.session_id) as session_id, coalesce(l.direction, o.direction) as direction,
         coalesce(l.n, 0) as n, l.amount as bank_amount, l.status as bank_status, o.amount as our_amount,
         o.status as our_status, o.booked_at, o.reference, o.credit,
         case when l.status = 'succeeded' then l.n * l.amount * case l.direction when 'in' then 1 else -1 end else 0 end
           as bank_effect,
         case when o.status = 'succeeded' then o.amount * case o.direction when 'in' then 1 else -1 end else 0 end
           as our_effect,
         exists (select from payout_attempts x where x.session_id = l.session_id and x.tenant <> $1)
           or exists (select from bank_credits x where x.rail = $3 and x.session_id = l.session_id and x.tenant <> $1)
           or exists (select from refused_bank_credits x where x.rail = $3 and x.session_id = l.session_id) as is_other
       from lines l full join ours o on o.session_id = l.session_id
     ), compared as materialized (
       select *, case
         when is_other or (our_amount is null and bank_status = 'failed') then 'other'
         when n > 1 then 'duplicate'
         when our_amount is null then 'missing_here'
         when n = 0 then 'missing_there'
         when our_amount <> bank_amount then 'amount_differs'
         when our_status <> bank_status then 'status_differs'
         else 'matched' end as kind
       from paired
     ), broken as (
       insert into reconciliation_breaks (tenant, id, file, rail, day, kind, state, direction, session_id, our_amount,
         bank_amount, our_status, bank_status, lines, difference, payout_reference, credit, created_at)
       select $1, gen_random_uuid(), $2, $3, $4, kind, 'open', direction, session_id, our_amount, bank_amount, our_status,
         bank_status, n, bank_effect - our_effect, reference, credit, $7
       from compared where kind not in ('matched', 'other')
       on conflict (tenant, rail, session_id) do update set kind = excluded.kind, our_amount = excluded.our_amount,
         bank_amount = excluded.bank_amount, our_status = excluded.our_status, bank_status = excluded.bank_status,
         lines = excluded.lines, difference = excluded.difference
       where reconciliation_breaks.state = 'open'
     ), agreed as (
       update reconciliation_breaks b set state = 'resolved', resolution = 'agreed', resolved_at = $7,
         resolved_by_name = 'Bank'
       from compared c
       where b.tenant = $1 and b.rail = $3 and b.state = 'open' and c.session_id = b.session_id and c.kind = 'matched'
     )
     update settlement_files f set state = 'matched', matched_at = $7, matched = s.matched, breaks = s.breaks,
       others = s.others, bank_in = s.bank_in, bank_out = s.bank_out, booked_after = s.booked_after,
       booked_before = s.booked_before
     from (
       select count(*) filter (where kind = 'matched')::int as matched,
         count(*) filter (where kind not in ('matched', 'other'))::int as breaks,
         count(*) filter (where kind = 'other')::int as others,
         coalesce(sum(bank_effect) filter (where kind <> 'other' and bank_effect > 0), 0)::bigint as bank_in,
         coalesce(-sum(bank_effect) filter (where kind <> 'other' and bank_effect < 0), 0)::bigint as bank_out,
         coalesce(sum(bank_effect) filter (where kind = 'matched' and booked_at >= $6), 0)::bigint as booked_after,
         coalesce(sum(bank_effect) filter (where kind = 'matched' and booked_at < $5), 0)::bigint as booked_before
       from compared
     ) s where f.tenant = $1 and f.id = $2`,
    [file.tenant, file.id, file.rail, file.day, span.from, span.until, at],
  );
}
