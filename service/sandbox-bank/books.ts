import type { Queryable } from "../db/pool.ts";
import type { Behaviour } from "./behaviours.ts";

export type Transfer = {
  sessionId: string;
  /** In kobo. */
  amount: bigint;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string;
};

export async function readClockOffset(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ offsetMs: bigint }>(`select offset_ms as "offsetMs" from sandbox_bank.clock`);
  return rows[0]?.offsetMs ?? 0n;
}

export async function addClockOffset(db: Queryable, ms: bigint): Promise<bigint> {
  const { rows } = await db.query<{ offsetMs: bigint }>(
    `update sandbox_bank.clock set offset_ms = offset_ms + $1 returning offset_ms as "offsetMs"`,
    [ms],
  );
  return rows[0]?.offsetMs ?? 0n;
}

/**
 * Records a payout with its entries, its later effect and its callbacks in one statement. False if the session is known already:
 * then nothing happened. A session that was refused because the float was empty may come again.
 */
export async function recordPayout(
  db: Queryable,
  transfer: Transfer,
  plan: { behaviour: Behaviour; now: Date; callbacks: readonly string[]; effectCallback: string | null },
): Promise<boolean> {
  const { behaviour, now } = plan;
  const { effect } = behaviour;
  const dueAt = effect ? new Date(now.getTime() + effect.afterSeconds * 1000) : null;
  const { rowCount } = await db.query(
    `with recorded as (
       insert into sandbox_bank.transfers (session_id, direction, amount, status, code, bank_code, account_number, account_name, narration, created_at, changed_at)
       values ($1, 'out', $2, $3, $4, $5, $6, $7, $8, $9, $9)
       on conflict (session_id) do update set status = excluded.status, code = excluded.code, changed_at = excluded.changed_at
         where transfers.status = 'refused'
       returning session_id, amount, status
     ), entered as (
       insert into sandbox_bank.entries (session_id, kind, account, amount, at)
       select session_id, 'credit', account, case account when 'float' then -amount else amount end, $9
       from recorded cross join unnest(array['float', 'other_banks']) as account where status = 'succeeded'
     ), planned as (
       insert into sandbox_bank.effects (session_id, kind, due_at, callback)
       select session_id, $10, $11, $12 from recorded where $10::text is not null
     ), queued as (
       insert into sandbox_bank.callbacks (session_id, body, due_at)
       select session_id, body, $9 from recorded cross join unnest($13::text[]) as body
     )
     select from recorded`,
    [
      transfer.sessionId,
      transfer.amount,
      behaviour.status,
      behaviour.code,
      transfer.bankCode,
      transfer.accountNumber,
      transfer.accountName,
      transfer.narration,
      now,
      effect?.kind ?? null,
      dueAt,
      plan.effectCallback,
      plan.callbacks,
    ],
  );
  return rowCount === 1;
}

/** Records a payout that is refused while the float is empty. Nothing moves. */
export async function recordRefusal(db: Queryable, transfer: Transfer, now: Date): Promise<void> {
  await db.query(
    `insert into sandbox_bank.transfers (session_id, direction, amount, status, code, bank_code, account_number, account_name, narration, created_at, changed_at)
     values ($1, 'out', $2, 'refused', '51', $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [
      transfer.sessionId,
      transfer.amount,
      transfer.bankCode,
      transfer.accountNumber,
      transfer.accountName,
      transfer.narration,
      now,
    ],
  );
}

/** Whether the float is empty for the account. The first call begins the pause. */
export async function isFloatEmpty(db: Queryable, accountNumber: string, now: Date, seconds: number): Promise<boolean> {
  await db.query(
    "insert into sandbox_bank.float_pauses (account_number, until) values ($1, $2) on conflict do nothing",
    [accountNumber, new Date(now.getTime() + seconds * 1000)],
  );
  const { rows } = await db.query<{ isEmpty: boolean }>(
    `select until > $2 as "isEmpty" from sandbox_bank.float_pauses where account_number = $1`,
    [accountNumber, now],
  );
  return rows[0]?.isEmpty === true;
}

/** Records a transfer to one of the service's numbers and the callback that reports it. */
export async function recordInbound(db: Queryable, transfer: Transfer, now: Date, callback: string): Promise<void> {
  await db.query(
    `with recorded as (
       insert into sandbox_bank.transfers (session_id, direction, amount, status, code, bank_code, account_number, account_name, narration, created_at, changed_at)
       values ($1, 'in', $2, 'succeeded', '00', $3, $4, $5, $6, $7, $7)
       returning session_id, amount
     ), entered as (
       insert into sandbox_bank.entries (session_id, kind, account, amount, at)
       select session_id, 'credit', account, case account when 'float' then amount else -amount end, $7
       from recorded cross join unnest(array['float', 'other_banks']) as account
     )
     insert into sandbox_bank.callbacks (session_id, body, due_at) select session_id, $8, $7 from recorded`,
    [
      transfer.sessionId,
      transfer.amount,
      transfer.bankCode,
      transfer.accountNumber,
      transfer.accountName,
      transfer.narration,
      now,
      callback,
    ],
  );
}

/** Counts a query about a payout and returns how it stands; undefined for an unknown session. */
export async function countQuery(db: Queryable, sessionId: string) {
  const { rows } = await db.query<{ code: string; queries: number; accountNumber: string }>(
    `update sandbox_bank.transfers set queries = queries + 1 where session_id = $1 and direction = 'out'
     returning code, queries, account_number as "accountNumber"`,
    [sessionId],
  );
  return rows[0];
}

/** Applies up to 200 effects that are due. Returns how many. */
export async function applyEffects(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `with due as (
       delete from sandbox_bank.effects where session_id in
         (select session_id from sandbox_bank.effects where due_at <= $1 order by due_at limit 200 for update skip locked)
       returning session_id, kind, callback
     ), changed as (
       update sandbox_bank.transfers t
       set status = case due.kind when 'credit' then 'succeeded' when 'fail' then 'failed' else 'reversed' end,
         code = case due.kind when 'fail' then '05' else '00' end, changed_at = $1
       from due where t.session_id = due.session_id
       returning t.session_id, t.amount, due.kind, due.callback
     ), entered as (
       insert into sandbox_bank.entries (session_id, kind, account, amount, at)
       select session_id, kind, account, case when (account = 'float') = (kind = 'credit') then -amount else amount end, $1
       from changed cross join unnest(array['float', 'other_banks']) as account where kind <> 'fail'
     ), queued as (
       insert into sandbox_bank.callbacks (session_id, body, due_at)
       select session_id, callback, $1 from changed where callback is not null
     )
     select count(*) as count from changed`,
    [now],
  );
  return Number(rows[0]?.count ?? 0n);
}

/** A callback that is due; `attempts` counts those before. */
export type DueCallback = { id: bigint; body: string; attempts: number };

/** Up to 200 callbacks that are due, or those of one session. */
export async function listDueCallbacks(
  db: Queryable,
  now: Date,
  sessionId: string | null = null,
): Promise<DueCallback[]> {
  const { rows } = await db.query<DueCallback>(
    `select id, body, attempts from sandbox_bank.callbacks
     where delivered_at is null and due_at <= $1 and ($2::text is null or session_id = $2) order by due_at, id limit 200`,
    [now, sessionId],
  );
  return rows;
}

export async function recordDelivery(db: Queryable, id: bigint, at: Date): Promise<void> {
  await db.query("update sandbox_bank.callbacks set delivered_at = $2, attempts = attempts + 1 where id = $1", [
    id,
    at,
  ]);
}

export async function recordFailedDelivery(db: Queryable, id: bigint, nextAt: Date): Promise<void> {
  await db.query("update sandbox_bank.callbacks set due_at = $2, attempts = attempts + 1 where id = $1", [id, nextAt]);
}

export type StatementLine = {
  sessionId: string;
  direction: "in" | "out";
  amount: bigint;
  status: "pending" | "succeeded" | "failed" | "reversed" | "refused";
  at: Date;
  /** The number that the money is for. */
  accountNumber: string;
};

/** Up to 5,000 ended transfers of a time, after the position `after`. `until` is exclusive. */
export async function listEndedTransfers(
  db: Queryable,
  times: { from: Date; until: Date },
  after: { at: Date; sessionId: string },
): Promise<StatementLine[]> {
  const { rows } = await db.query<StatementLine>(
    `select session_id as "sessionId", direction, amount, status, changed_at as at,
       account_number as "accountNumber" from sandbox_bank.transfers
     where changed_at >= $1 and changed_at < $2 and status in ('succeeded', 'failed', 'reversed')
       and (changed_at, session_id) > ($3, $4)
     order by changed_at, session_id limit 5000`,
    [times.from, times.until, after.at, after.sessionId],
  );
  return rows;
}

/** The float and what moved it, in kobo: float = in − out + returned. */
export type Totals = { float: bigint; in: bigint; out: bigint; returned: bigint; waitingCallbacks: bigint };

export async function readTotals(db: Queryable): Promise<Totals> {
  const { rows } = await db.query<Totals>(
    `select coalesce(sum(amount), 0)::bigint as float,
       coalesce(sum(amount) filter (where kind = 'credit' and amount > 0), 0)::bigint as in,
       coalesce(-sum(amount) filter (where kind = 'credit' and amount < 0), 0)::bigint as out,
       coalesce(sum(amount) filter (where kind = 'return'), 0)::bigint as returned,
       (select count(*) from sandbox_bank.callbacks where delivered_at is null) as "waitingCallbacks"
     from sandbox_bank.entries where account = 'float'`,
  );
  const [totals] = rows;
  if (!totals) throw new Error("An aggregate without groups returns one row.");
  return totals;
}

export type ShownTransfer = Transfer & { direction: string; status: string; code: string; changedAt: Date };

/** The transfers that changed last. */
export async function listLastTransfers(db: Queryable, limit: number): Promise<ShownTransfer[]> {
  const { rows } = await db.query<ShownTransfer>(
    `select session_id as "sessionId", direction, amount, status, code, bank_code as "bankCode", account_number as "accountNumber",
       account_name as "accountName", narration, changed_at as "changedAt"
     from sandbox_bank.transfers order by changed_at desc, session_id desc limit $1`,
    [limit],
  );
  return rows;
}
