import { expect } from "vitest";
import type { Queryable } from "../../db/pool.ts";

/** The expected events of a tenant, one row per event: its type, and the transaction or customer. */
const expected = `
  select unnest(case kind when 'transfer' then '{transaction.success,wallet.debit,wallet.credit,transfer.completed}'::text[]
      when 'credit' then '{transaction.success,wallet.credit}'
      when 'debit' then '{transaction.success,wallet.debit}' else '{transaction.success}' end) as type, reference as about
  from transactions where tenant = $1 and status = 'success'
  union all
  select 'transaction.pending', reference from approvals where tenant = $1
  union all
  select unnest(case kind when 'transfer' then '{transaction.failed,transfer.failed}'::text[]
      else '{transaction.failed}' end), reference
  from approvals where tenant = $1 and status in ('FAILED', 'DECLINED', 'EXPIRED')
  union all
  select 'batch.completed', reference from batches
  where tenant = $1 and status in ('completed', 'partially_completed', 'failed') and accepted + rejected = total
  union all
  select 'batch.completed', reference from payout_batches where tenant = $1 and status = 'accepted' and open_payouts = 0
  union all
  select 'wallet_import.completed', id::text from wallet_imports
  where tenant = $1 and status in ('completed', 'partially_completed', 'failed')
  union all
  select 'customer.created', customer_id::text from wallets where tenant = $1 and customer_id is not null`;

const actual = `
  select type, coalesce(reference, body::jsonb -> 'data' ->> 'customerId', body::jsonb -> 'data' ->> 'batchId') as about from webhook_events
  where tenant = $1 and type <> 'test.webhook'`;

/** Queries for violations, in a tenant that has been subscribed from the start. */
const impossible = {
  "outbox records without fan-out":
    "select * from outbox where fanned_out_at is null and (tenant is null or tenant = $1)",
  "records without exactly their events, or events without a record": `
    select * from (select type, about, count(*) from (${expected}) e group by 1, 2) facts
    full join (select type, about, count(*) from (${actual}) t group by 1, 2) events using (type, about)
    where facts.count is distinct from events.count`,
  "event balances without a matching entry": `
    select e.id, e.type, e.body from webhook_events e
    cross join lateral (select body::jsonb -> 'data' as data) b
    join wallets w on w.tenant = e.tenant and w.id = (data ->> 'walletId')::uuid
    join transactions t on t.tenant = e.tenant and t.reference = e.reference and t.status = 'success'
    left join entries n on n.tenant = e.tenant and n.account = w.account_id and n.journal = t.journal
      and n.seq = case when e.type = 'wallet.debit' then t.source_seq else t.destination_seq end
      and n.balance_after = (data ->> 'newBalance')::bigint
      and n.balance_after - n.delta = (data ->> 'previousBalance')::bigint
      and abs(n.delta) = (data ->> 'amount')::bigint
    where e.tenant = $1 and e.type in ('wallet.credit', 'wallet.debit') and n.seq is null`,
  "open deliveries without exactly one job, or jobs without one": `
    select d.id, j.delivery_id from (
      select id from webhook_deliveries where tenant = $1 and status in ('pending', 'retrying')
    ) d full join (select delivery_id from webhook_jobs where tenant = $1) j on j.delivery_id = d.id
    where d.id is null or j.delivery_id is null`,
  "deliveries with a wrong attempt count": `
    select d.id, d.attempts, count(a.n) from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
    where d.tenant = $1 group by d.id, d.attempts having d.attempts <> count(a.n) or d.attempts <> coalesce(max(a.n), 0)`,
};

/** Fails if the events of a fully subscribed tenant differ from its records, or its queue is inconsistent. */
export async function expectEventsToMatchRecords(db: Queryable, tenant: number): Promise<void> {
  for (const [what, sql] of Object.entries(impossible)) {
    const { rows } = await db.query(`select * from (${sql}) broken limit 5`, [tenant]);
    expect(rows, what).toEqual([]);
  }
}
