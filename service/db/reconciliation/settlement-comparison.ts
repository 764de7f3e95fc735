import type { Queryable, Transaction } from "../pool.ts";
import { issuerOfRail } from "./settlements.ts";

/**
 * Sessions with a definite line whose payout has no end yet, up to `limit`. Looks up the line of each open payout, which are few: staged
 * lines have no statistics, so a join may read all of them, or compare them with each payout.
 */
export async function findUndecidedSessions(
  tx: Queryable,
  file: { tenant: number; id: string; rail: string },
  limit: number,
): Promise<{ sessionId: string; status: "succeeded" | "failed" | "reversed" }[]> {
  const { rows } = await tx.query<{ sessionId: string; status: "succeeded" | "failed" | "reversed" }>(
    `select a.session_id as "sessionId", l.status
     from payouts p
     cross join lateral (
       select session_id from payout_attempts where tenant = p.tenant and payout = p.id and rail = $3 and state <> 'ready' offset 0
     ) a
     cross join lateral (
       select status from settlement_lines
       where tenant = p.tenant and file = $2 and session_id = a.session_id and amount = p.amount offset 0
     ) l
     where p.tenant = $1 and p.ended_at is null
     order by a.session_id limit $4`,
    [file.tenant, file.id, file.rail, limit],
  );
  return rows;
}

/** The instants between which a day in Africa/Lagos lies. */
export type DaySpan = { from: Date; until: Date };

/** What a comparison found. `bookedAfter` and `bookedBefore`: the float of sessions that we booked after and before the day. Kobo. */
export type Compared = {
  matched: number;
  breaks: number;
  others: number;
  bankIn: bigint;
  bankOut: bigint;
  bookedAfter: bigint;
  bookedBefore: bigint;
};

type FileOfDay = { tenant: number; id: string; rail: string; day: string };
type At = { span: DaySpan; at: Date };

// A later file may find another difference for the same session: an open break takes it.
const insertBreaks = (found: string) => `insert into reconciliation_breaks (tenant, id, file, rail, day, kind, state,
    direction, session_id, our_amount, bank_amount, our_status, bank_status, lines, difference, payout_reference, credit,
    created_at)
  select $1, gen_random_uuid(), $2, $3, $4, kind, 'open', direction, session_id, our_amount, bank_amount, our_status,
    bank_status, n, bank_effect - our_effect, reference, credit, $7
  from ${found}
  on conflict (tenant, rail, session_id) do update set kind = excluded.kind, our_amount = excluded.our_amount,
    bank_amount = excluded.bank_amount, our_status = excluded.our_status, bank_status = excluded.bank_status,
    lines = excluded.lines, difference = excluded.difference
  where reconciliation_breaks.state = 'open'`;

const effect = (amount: string, direction: string) => `${amount} * case ${direction} when 'in' then 1 else -1 end`;

/**
 * Compares the next `limit` sessions or card events of a file, in their order, with our rows, and writes their breaks. An open break whose session now
 * agrees is resolved. A payout that is reversed on a later day is out on the day that it was paid, and less out on the day of its
 * reversal. Lines of other merchants, of transfers that we refused, and of failures that we never had are no breaks. Returns
 * the last session, undefined after the end. Staged lines have no statistics, so a planned join may compare each line with each row:
 * steps and subqueries with `limit` make it one probe of an index per line. With `tenant + 0` this is the index of the session: the others
 * read everything of a merchant that the statistics do not know. Rails 6.
 */
export async function compareSessions(
  tx: Transaction,
  file: FileOfDay,
  { span, at, after, limit }: At & { after: string; limit: number },
): Promise<{ last: string | undefined; compared: Compared }> {
  const { rows } = await tx.query<Compared & { last: string | null }>({
    name: "compare-sessions",
    text: `with lines as materialized (
       select session_id, min(direction) as direction, count(*)::int as n, max(amount) as amount, max(status) as status
       from settlement_lines where tenant = $1 and file = $2 and session_id > $8
       group by session_id order by session_id limit $9
     ), paired as (
       select l.*, coalesce(a.our_amount, c.our_amount, k.our_amount) as our_amount, a.reference, c.credit,
         case when a.our_status is not null then 'out' else coalesce(k.our_direction, 'in') end as our_direction,
         coalesce(a.our_status, c.our_status, k.our_status) as our_status,
         l.status = 'reversed' and a.booked_at < $5 as is_back,
         case when l.status = 'reversed' then a.reversed_at else coalesce(a.booked_at, c.booked_at, k.booked_at) end
           as booked_at
       from lines l left join lateral (
         select p.amount as our_amount, p.reference, a.ended_at as booked_at, r.reversed_at,
           case when a.outcome = 'reversed' and r.reversed_at >= $6 and l.status <> 'reversed' then 'succeeded'
             when a.outcome in ('succeeded', 'failed', 'reversed') then a.outcome else 'unknown' end as our_status
         from payout_attempts a join payouts p on p.tenant = a.tenant and p.id = a.payout
         left join lateral (select max(h.at) as reversed_at from payout_history h
           where a.outcome = 'reversed' and h.tenant = p.tenant and h.payout = p.id and h.state = 'reversed') r on true
         where a.session_id = l.session_id and a.tenant + 0 = $1 and a.rail = $3 limit 1
       ) a on true left join lateral (
         select amount as our_amount, id as credit, received_at as booked_at, 'succeeded' as our_status
         from bank_credits where rail = $3 and session_id = l.session_id and tenant + 0 = $1 limit 1
       ) c on true left join lateral (
         select amount as our_amount, case kind when 'clear' then 'out' else 'in' end as our_direction,
           received_at as booked_at, 'succeeded' as our_status
         from card_events where issuer = $10 and issuer_event_id = l.session_id and tenant + 0 = $1 and kind in ('clear', 'refund') limit 1
       ) k on true
     ), compared as materialized (
       select session_id, direction, n, amount as bank_amount, status as bank_status, our_amount, our_direction, our_status, booked_at, reference,
         credit, case when is_back then n * amount else 0 end as back,
         case when status = 'succeeded' then ${effect("n * amount", "direction")} else 0 end as bank_effect,
         case when our_status = 'succeeded' then ${effect("our_amount", "our_direction")} else 0 end as our_effect,
         case
           when our_status is null and (status = 'failed' or coalesce(
             (select true from payout_attempts x where x.session_id = o.session_id and x.tenant <> $1 limit 1),
             (select true from bank_credits x where x.rail = $3 and x.session_id = o.session_id and x.tenant <> $1 limit 1),
             (select true from card_events x where x.issuer = $10 and x.issuer_event_id = o.session_id and x.tenant <> $1 limit 1),
             (select true from refused_bank_credits x where x.rail = $3 and x.session_id = o.session_id limit 1)))
             then 'other'
           when n > 1 then 'duplicate'
           when our_status is null then 'missing_here'
           when our_amount <> amount or ($10 is not null and our_direction <> direction) then 'amount_differs'
           when our_status <> status then 'status_differs'
           else 'matched' end as kind
       from paired o
     ), broken as (
       ${insertBreaks("compared where kind not in ('matched', 'other')")}
     ), agreed as (
       update reconciliation_breaks b set state = 'resolved', resolution = 'agreed', resolved_at = $7,
         resolved_by_name = 'Bank'
       where b.tenant = $1 and b.rail = $3 and b.state = 'open' and b.session_id = any (array(
         select session_id from compared where kind = 'matched' and (session_id in (
           select session_id from reconciliation_breaks where tenant = $1 and rail = $3 and state = 'open')) is true))
     )
     select max(session_id) as last, count(*) filter (where kind = 'matched')::int as matched,
       count(*) filter (where kind not in ('matched', 'other'))::int as breaks,
       count(*) filter (where kind = 'other')::int as others,
       coalesce(sum(bank_effect) filter (where kind <> 'other' and direction = 'in'), 0)::bigint as "bankIn",
       coalesce(-sum(bank_effect + back) filter (where kind <> 'other' and direction = 'out'), 0)::bigint as "bankOut",
       coalesce(sum(bank_effect + back) filter (where kind = 'matched' and booked_at >= $6), 0)::bigint as "bookedAfter",
       coalesce(sum(bank_effect + back) filter (where kind = 'matched' and booked_at < $5), 0)::bigint as "bookedBefore"
     from compared`,
    values: [
      file.tenant,
      file.id,
      file.rail,
      file.day,
      span.from,
      span.until,
      at,
      after,
      limit,
      issuerOfRail(file.rail),
    ],
  });
  const { last, ...compared } = rows[0] as Compared & { last: string | null };
  return { last: last ?? undefined, compared };
}

/**
 * Writes a break for each of our sessions of the day that the file lacks. What a member booked for an earlier file's difference is no
 * session of its day. Returns their number. Rails 6.
 */
export async function compareUnreported(tx: Transaction, file: FileOfDay, { span, at }: At): Promise<number> {
  // As above: `not exists` would become a join, and a join of attempts and payouts may compare each with each.
  const lacks = (row: string, session: string) =>
    `(select true from settlement_lines l where l.tenant = ${row}.tenant and l.file = $2 and l.session_id = ${row}.${session} limit 1) is null`;
  // A verdict after midnight: the bank has paid it in the file of an earlier day. Its clock may be behind ours.
  const isPaidEarlier = `(select true from settlement_files f cross join lateral (
       select from settlement_lines l where l.tenant = f.tenant and l.file = f.id and l.session_id = a.session_id
         and l.status = 'succeeded' limit 1) l
     where f.tenant = $1 and f.rail = $3 and f.state = 'matched' and f.day < $4::date
       and f.day >= (a.created_at at time zone 'Africa/Lagos')::date - 1 limit 1)`;
  const { rowCount } = await tx.query(
    `with unreported as (
       select a.session_id, p.amount as our_amount, 'out' as direction, a.outcome as our_status, p.reference,
         null::uuid as credit
       from payout_attempts a cross join lateral (
         select amount, reference from payouts where tenant = a.tenant and id = a.payout limit 1
       ) p
       where a.tenant = $1 and a.rail = $3 and a.outcome = 'succeeded' and a.ended_at >= $5 and a.ended_at < $6
         and ${lacks("a", "session_id")} and ${isPaidEarlier} is null
       union all
       select c.session_id, c.amount, 'in', 'succeeded', null, c.id from bank_credits c
       where c.tenant = $1 and c.rail = $3 and c.sent_at >= $5 and c.sent_at < $6
         and c.received_at >= $5::timestamptz - interval '1 day' and c.reason is distinct from 'settlement'
         and ${lacks("c", "session_id")}
       union all
       select e.issuer_event_id, e.amount, case e.kind when 'clear' then 'out' else 'in' end, 'succeeded', null, null from card_events e
       where e.tenant = $1 and e.issuer = $8 and e.kind in ('clear', 'refund') and e.at >= $5 and e.at < $6
         and ${lacks("e", "issuer_event_id")}
     ), broken as (
       ${insertBreaks(`(
         select *, 'missing_there' as kind, null::bigint as bank_amount, null as bank_status, 0 as n, 0 as bank_effect,
           ${effect("our_amount", "direction")} as our_effect from unreported) u`)}
     )
     select from unreported`,
    [file.tenant, file.id, file.rail, file.day, span.from, span.until, at, issuerOfRail(file.rail)],
  );
  return rowCount ?? 0;
}

/** Stores the result of a comparison. */
export async function storeComparison(
  tx: Transaction,
  file: { tenant: number; id: string },
  { matched, breaks, others, bankIn, bankOut, bookedAfter, bookedBefore }: Compared,
  at: Date,
): Promise<void> {
  await tx.query(
    `update settlement_files set state = 'matched', matched_at = $3, matched = $4, breaks = $5, others = $6, bank_in = $7,
       bank_out = $8, booked_after = $9, booked_before = $10 where tenant = $1 and id = $2`,
    [file.tenant, file.id, at, matched, breaks, others, bankIn, bankOut, bookedAfter, bookedBefore],
  );
}
