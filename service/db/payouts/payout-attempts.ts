import type { Queryable, Transaction } from "../pool.ts";
import { tenantsInTurn } from "../tenants-in-turn.ts";
import { type PayoutRow, payoutColumns } from "./payout-states.ts";

/** A claimed attempt with its payout: to send now, or to ask about because it may have been sent. */
export type ClaimedPayout = PayoutRow & {
  action: "send" | "query";
  payerNumber: string;
  payerName: string;
};

const SUSPENDED_WAIT_SECONDS = 60;

/**
 * Claims due attempts of one rail until `leasedUntil`: next those of the tenant with the fewest open exchanges, of each the longest due
 * first. Skips those that another worker holds. Decision 0196.
 * An attempt that is ready is from now on only asked about, also if the caller crashes: its payout is `submitting`. Unsent payouts of
 * suspended merchants wait. Rails 3.
 */
export async function claimDueAttempts(
  db: Queryable,
  claim: {
    rail: string;
    now: Date;
    leasedUntil: Date;
    lease: string;
    limit: number;
    actorName: string;
    /** The tenants of the caller's open exchanges. */
    open?: readonly number[];
  },
): Promise<ClaimedPayout[]> {
  const { rows } = await db.query<ClaimedPayout>({
    name: "claim-due-attempts",
    text: `${tenantsInTurn("payout_attempts", "c.due_at <= $2 and c.rail = $1", "$5")}, chosen as (
        select r.tenant, r.payout, r.n
        from waiting w cross join lateral (
          select c.* from payout_attempts c where c.tenant = w.tenant and c.due_at <= $2 and c.rail = $1
          order by c.due_at limit $5
        ) r
        order by row_number() over (partition by r.tenant order by r.due_at)
          + (select count(*) from unnest($7::int[]) o (tenant) where o.tenant = r.tenant), r.due_at
        limit $5
      ), due as (
        select a.tenant, a.payout, a.n, a.state as was, m.suspended_at is not null and a.state = 'ready' as waits
        from chosen o
        join payout_attempts a on a.tenant = o.tenant and a.payout = o.payout and a.n = o.n
        join tenants t on t.id = a.tenant
        join merchants m on m.id = t.merchant_id
        where a.due_at <= $2 and a.rail = $1
        for update of a skip locked
      ), postponed as (
        update payout_attempts a set due_at = $2::timestamptz + ${SUSPENDED_WAIT_SECONDS} * interval '1 second'
        from due d where a.tenant = d.tenant and a.payout = d.payout and a.n = d.n and d.waits
      ), leased as (
        update payout_attempts a set state = case a.state when 'ready' then 'sending' else a.state end,
          sent_at = case a.state when 'ready' then $2 else a.sent_at end, lease = $4, leased_until = $3, due_at = $3
        from due d where a.tenant = d.tenant and a.payout = d.payout and a.n = d.n and not d.waits
        returning a.*, d.was
      ), submitting as (
        update payouts p set state = 'submitting', code = null, reason = null, changes = p.changes + 1, updated_at = $2
        from leased a where p.tenant = a.tenant and p.id = a.payout and p.state = 'held' and a.was = 'ready'
        returning p.tenant, p.id, p.changes
      ), recorded as (
        insert into payout_history (tenant, payout, n, state, actor_name, at)
        select tenant, id, changes, 'submitting', $6, $2 from submitting
      )
      select ${payoutColumns}, a.state as "attemptState", a.lease, true as "isLatest", false as "isNextReady",
        case when s.id is null then p.state else 'submitting' end as state, coalesce(s.changes, p.changes) as changes,
        case when s.id is null then 'query' else 'send' end as action,
        w.account_number as "payerNumber", w.account_name as "payerName"
      from leased a
      join payouts p on p.tenant = a.tenant and p.id = a.payout
      join tenants t on t.id = p.tenant
      join wallets w on w.tenant = p.tenant and w.id = p.wallet_id
      left join submitting s on s.tenant = p.tenant and s.id = p.id`,
    values: [claim.rail, claim.now, claim.leasedUntil, claim.lease, claim.limit, claim.actorName, claim.open ?? []],
  });
  return rows;
}

/** What a query without a verdict leaves behind. */
export type AskedAttempt = { code: string; reason: string; wasNotFound: boolean; dueAt: Date };

/** Records a query without a verdict, where the payout does not change. An attempt that ended meanwhile stays as it is. */
export async function recordAsked(db: Queryable, payout: PayoutRow, asked: AskedAttempt, at: Date): Promise<void> {
  await db.query({
    name: "record-asked",
    text: `update payout_attempts set state = 'sent', outcome = 'unknown', code = $4, reason = $5, queries = queries + 1,
        not_found = not_found + $6::boolean::int, asked_at = $8, due_at = $7, lease = null, leased_until = null
      where tenant = $1 and payout = $2 and n = $3 and state <> 'ended'`,
    values: [payout.tenant, payout.id, payout.n, asked.code, asked.reason, asked.wasNotFound, asked.dueAt, at],
  });
}

/** Notes that a person asks about an attempt now. False if somebody else just did. */
export async function noteQuestion(db: Queryable, payout: PayoutRow, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payout_attempts set asked_at = $4
     where tenant = $1 and payout = $2 and n = $3 and state <> 'ended' and asked_at is not distinct from $5`,
    [payout.tenant, payout.id, payout.n, at, payout.askedAt],
  );
  return rowCount === 1;
}

/** Unsent payouts of a tenant that are from now on only asked about. */
export type UnsentPayouts = {
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  payouts: number;
};

/**
 * Makes all unsent attempts ones that are only asked about, from `now` on: a database that was restored does not know whether they were
 * sent. Returns their number by tenant. Marks all payouts that may get another attempt: it may have been made and be lost. Rails 3.
 */
export async function askAboutUnsent(tx: Transaction, now: Date, actorName: string): Promise<UnsentPayouts[]> {
  await tx.query("update payouts set restored = true where ended_at is null and state <> 'in_review'");
  const { rows } = await tx.query<UnsentPayouts>(
    `with asked as (
       update payout_attempts set state = 'sent', sent_at = $1, due_at = $1, lease = null, leased_until = null
       where state = 'ready' returning tenant, payout
     ), submitting as (
       update payouts p set state = 'submitting', code = null, reason = null, changes = p.changes + 1, updated_at = $1
       from asked a where p.tenant = a.tenant and p.id = a.payout and p.state = 'held'
       returning p.tenant, p.id, p.changes
     ), recorded as (
       insert into payout_history (tenant, payout, n, state, actor_name, at)
       select tenant, id, changes, 'submitting', $2, $1 from submitting
     )
     select t.id as tenant, t.merchant_id as "merchantId", t.mode, count(*)::int as payouts
     from asked a join tenants t on t.id = a.tenant group by t.id order by t.id`,
    [now, actorName],
  );
  return rows;
}
