import { plainArray, textArray } from "../array-literal.ts";
import type { TenantRow } from "../merchant/tenants.ts";
import type { Queryable, Transaction } from "../pool.ts";
import { issuerOfRail } from "./settlements.ts";

/** A day whose settlement file this process fetches, until the lease ends. */
export type ClaimedPull = { rail: string; day: string; lease: string };

/**
 * Plans the days of a rail up to `lastDay` that were not planned yet: only that day at first, later every day since the last one, at
 * most `days` back.
 */
export async function planPulls(db: Queryable, rail: string, lastDay: string, days: number): Promise<void> {
  await db.query(
    `insert into settlement_pulls (rail, day)
     select $1, d::date from generate_series(
       coalesce((select greatest(max(day) + 1, $2::date - ($3::integer - 1)) from settlement_pulls where rail = $1
         having count(*) > 0), $2::date),
       $2::date, interval '1 day') d
     on conflict do nothing`,
    [rail, lastDay, days],
  );
}

/** Claims the oldest day of the rails that is not done, for one process. */
export async function claimPull(
  db: Queryable,
  claim: { rails: readonly string[]; now: Date; leasedUntil: Date; lease: string },
): Promise<ClaimedPull | undefined> {
  const { rows } = await db.query<{ rail: string; day: string }>(
    `update settlement_pulls set lease = $3, leased_until = $4
     where (rail, day) = (
       select rail, day from settlement_pulls
       where rail = any($1::text[]) and done_at is null and (leased_until is null or leased_until <= $2)
       order by day, rail limit 1 for update skip locked
     ) returning rail, day`,
    [textArray(claim.rails), claim.now, claim.lease, claim.leasedUntil],
  );
  return rows[0] && { ...rows[0], lease: claim.lease };
}

/** Keeps the claim while the file arrives. False: another process has it. */
export async function extendPull(db: Queryable, { rail, day, lease }: ClaimedPull, until: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "update settlement_pulls set leased_until = $4 where rail = $1 and day = $2 and lease = $3 and done_at is null",
    [rail, day, lease, until],
  );
  return rowCount === 1;
}

/** Ends the day. False: another process has it, or ended it. */
export async function endPull(tx: Transaction, { rail, day, lease }: ClaimedPull, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update settlement_pulls set done_at = $4, problem = null where rail = $1 and day = $2 and lease = $3 and done_at is null",
    [rail, day, lease, at],
  );
  return rowCount === 1;
}

/** Notes why the file could not be taken, and when to try again. */
export async function postponePull(db: Queryable, pull: ClaimedPull, problem: string, until: Date): Promise<void> {
  await db.query(
    `update settlement_pulls set problem = $4, leased_until = $5, failures = failures + 1
     where rail = $1 and day = $2 and lease = $3 and done_at is null`,
    [pull.rail, pull.day, pull.lease, problem, until],
  );
}

/**
 * Whose a line is: the tenant of its payout, bank credit, card event, account number or card. `isRefused`: it was never booked (decision
 * 0103). `hasMoved`: its wallet is of a merchant that another server serves (decision 0194).
 */
export type LineOwner = { sessionId: string; tenant: number | null; isRefused: boolean; hasMoved: boolean };

/** Finds the tenants of lines, in any tenant. */
export async function findLineOwners(
  db: Queryable,
  rail: string,
  lines: readonly { sessionId: string; account: string | null }[],
): Promise<LineOwner[]> {
  // Not null: "sessionId". Each line has one.
  const { rows } = await db.query<LineOwner>(
    `select l.session as "sessionId", t.id as tenant, r.session_id is not null as "isRefused",
       w.tenant is not null and t.id is null as "hasMoved"
     from unnest($2::text[], $3::text[]) as l (session, number)
     left join payout_attempts a on a.session_id = l.session and a.rail = $1
     left join bank_credits c on c.rail = $1 and c.session_id = l.session
     left join refused_bank_credits r on r.rail = $1 and r.session_id = l.session
     left join card_events e on e.issuer = $4 and e.issuer_event_id = l.session
     left join cards k on k.issuer = $4 and k.issuer_card_id = l.number
     left join wallets w on $4::text is null and w.account_number = l.number and w.account_number <> ''
     left join tenants t on t.id = coalesce(a.tenant, c.tenant, e.tenant, k.tenant, w.tenant)`,
    [
      rail,
      textArray(lines.map(({ sessionId }) => sessionId)),
      textArray(lines.map(({ account }) => account)),
      issuerOfRail(rail),
    ],
  );
  return rows;
}

/** The tenants of a mode that have settled something at a rail between two instants. */
export async function findActiveTenants(
  db: Queryable,
  rail: string,
  span: { from: Date; until: Date },
): Promise<{ tenant: number }[]> {
  const { rows } = await db.query<{ tenant: number }>(
    `select tenant from payout_attempts where rail = $1 and outcome = 'succeeded' and ended_at >= $2 and ended_at < $3
     union select tenant from bank_credits where rail = $1 and sent_at >= $2 and sent_at < $3
     union select tenant from card_events where issuer = $4 and kind in ('clear', 'refund') and at >= $2 and at < $3`,
    [rail, span.from, span.until, issuerOfRail(rail)],
  );
  return rows;
}

/** Of these tenants those without a file of the rail for the day, for instance one that a member uploaded. */
export async function findTenantsWithoutFile(
  db: Queryable,
  tenants: readonly number[],
  { rail, day }: { rail: string; day: string },
): Promise<TenantRow[]> {
  const { rows } = await db.query<TenantRow>(
    `select t.id, t.merchant_id as "merchantId", t.mode from tenants t
     where t.id = any($1::integer[]) and not exists (select from settlement_files f
       where f.tenant = t.id and f.rail = $2 and f.day = $3 and f.state in ('waiting', 'matched'))`,
    [plainArray(tenants), rail, day],
  );
  return rows;
}
