import type { PayoutCaseCode, PayoutState } from "../../../contract/payout-records.ts";
import type { Queryable, Transaction } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** What an attempt came to, in the words of the rails. */
export type AttemptOutcome = "succeeded" | "failed" | "unknown" | "review" | "retry_later" | "reversed";

/** An attempt to send a payout. `isLatest`: no later attempt exists. */
export type AttemptRow = {
  n: number;
  isLatest: boolean;
  /** Whether a later attempt is still unsent. */
  isNextReady: boolean;
  rail: string;
  sessionId: string;
  attemptState: "ready" | "sending" | "sent" | "ended";
  outcome: AttemptOutcome | null;
  enquiryId: string | null;
  queries: number;
  notFound: number;
  lease: string | null;
  sentAt: Date | null;
  askedAt: Date | null;
  attemptedAt: Date;
};

/** A payout with one of its attempts. `changes` is the number of its last change. Kobo. */
export type PayoutRow = AttemptRow & {
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  id: string;
  reference: string;
  state: PayoutState;
  source: bigint;
  stripe: number;
  customerId: string | null;
  /** Whether it sends back a suspended bank credit. */
  isReturn: boolean;
  /** Whether it was open when the database was restored: a later attempt may be lost. */
  isRestored: boolean;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string;
  caseCode: PayoutCaseCode | null;
  changes: number;
  /** Its other attempts that the bank paid. */
  othersPaid: number;
  createdAt: Date;
};

/** The columns of a `PayoutRow` of payouts p, attempts a and tenants t. */
export const payoutColumns = `p.tenant, t.merchant_id as "merchantId", t.mode, p.id, p.reference, p.source, p.stripe,
  p.customer_id as "customerId", p.returns is not null as "isReturn", p.restored as "isRestored", p.amount, p.fee, p.vat,
  p.duty, p.bank_code as "bankCode", p.account_number as "accountNumber", p.account_name as "accountName", p.narration,
  p.case_code as "caseCode", a.n, a.rail, a.session_id as "sessionId", a.outcome, a.enquiry_id as "enquiryId", a.queries,
  (select count(*)::int from payout_attempts o where o.tenant = a.tenant and o.payout = a.payout and o.n <> a.n
    and o.outcome = 'succeeded') as "othersPaid", a.not_found as "notFound", a.sent_at as "sentAt", a.asked_at as "askedAt", a.created_at as "attemptedAt", p.created_at as "createdAt"`;

const selectPayout = `select ${payoutColumns}, p.state, p.changes, a.state as "attemptState", a.lease,
    not exists (select from payout_attempts l where l.tenant = a.tenant and l.payout = a.payout and l.n > a.n)
      as "isLatest",
    exists (select from payout_attempts l where l.tenant = a.tenant and l.payout = a.payout and l.n > a.n
      and l.state = 'ready') as "isNextReady"
  from payout_attempts a
  join payouts p on p.tenant = a.tenant and p.id = a.payout
  join tenants t on t.id = p.tenant`;

/** Returns the payout of a session at a rail, with the attempt that has it. */
export async function findPayoutOfSession(
  db: Queryable,
  rail: string,
  sessionId: string,
): Promise<PayoutRow | undefined> {
  const { rows } = await db.query<PayoutRow>({
    name: "find-payout-of-session",
    text: `${selectPayout} where a.session_id = $1 and a.rail = $2`,
    values: [sessionId, rail],
  });
  return rows[0];
}

/** Returns a tenant's payout with its latest attempt. */
export async function findLatestAttempt(
  db: Queryable,
  tenant: number,
  reference: string,
): Promise<PayoutRow | undefined> {
  const { rows } = await db.query<PayoutRow>(
    `${selectPayout} where p.tenant = $1 and p.reference = $2 order by a.n desc limit 1`,
    [tenant, reference],
  );
  return rows[0];
}

/** What a payout becomes, and its attempt with it. */
export type PayoutStep = {
  state: PayoutState;
  code: string | null;
  /** Why it stands there, for people. */
  reason: string | null;
  actorName: string;
  isEnd: boolean;
  /** Null leaves the case as it is. */
  caseCode: PayoutCaseCode | "none" | null;
  attempt: {
    state: AttemptRow["attemptState"];
    outcome: AttemptOutcome | null;
    code: string | null;
    dueAt: Date | null;
    wasAsked: boolean;
    wasNotFound: boolean;
    enquiryId: string | null;
  };
  /** The attempt after this one. */
  next: { sessionId: string; dueAt: Date } | null;
  /** Publishes the change, as the outbox calls it. */
  publishes: `payout.${PayoutState}` | null;
};

/**
 * Changes a payout with its attempt, its history and its event, and counts its end in its batch, which the last end publishes. Fails on
 * the primary key of the history where the payout changed since `payout` was read, so of two concurrent verdicts one is recorded. An
 * attempt that was ready and is not the payout's own ends.
 */
export function writePayoutStep(payout: PayoutRow, step: PayoutStep, at: Date): Statement {
  const { attempt, next } = step;
  return {
    name: "write-payout-step",
    text: `with attempted as (
        update payout_attempts set state = $4, outcome = $5, code = $6, reason = $9, due_at = $10,
          queries = queries + $11::boolean::int, not_found = not_found + $12::boolean::int,
          asked_at = case when $11::boolean then $16::timestamptz else asked_at end,
          enquiry_id = coalesce($13, enquiry_id), lease = null, leased_until = null,
          ended_at = case when $4 = 'ended' then coalesce(ended_at, $16) end
        where tenant = $1 and payout = $2 and n = $3
      ), given_up as (
        update payout_attempts set state = 'ended', due_at = null, ended_at = $16
        where tenant = $1 and payout = $2 and n > $3 and state = 'ready' and $17::boolean
      ), again as (
        insert into payout_attempts (tenant, payout, n, session_id, rail, state, due_at, created_at)
        select tenant, payout, n + 1, $14, rail, 'ready', $15, $16 from payout_attempts
        where tenant = $1 and payout = $2 and n = $3 and $14::text is not null
      ), changed as (
        update payouts set state = $7, code = $8, reason = $9, changes = $18, updated_at = $16,
          ended_at = case when $17::boolean then coalesce(ended_at, $16) end,
          case_code = case $19::text when 'none' then null else coalesce($19, case_code) end,
          case_at = case when $19::text is null then case_at when $19 = 'none' then null else $16::timestamptz end,
          case_closed_at = case when $19::text is null then case_closed_at end,
          case_closed_by_name = case when $19::text is null then case_closed_by_name end,
          case_note = case when $19::text is null then case_note end
        where tenant = $1 and id = $2 and changes = $18 - 1
      ), published as (
        insert into outbox (tenant, kind, object_id, at) select $1, $20, $2, $16 where $20::text is not null
      ), counted as (
        update payout_batches b set open_payouts = b.open_payouts - 1,
          failed_payouts = b.failed_payouts + ($7::text in ('failed', 'cancelled'))::int
        from payouts p
        where p.tenant = $1 and p.id = $2 and p.ended_at is null and $17::boolean and b.tenant = $1 and b.id = p.batch
        returning b.id, b.open_payouts
      ), completed as (
        insert into outbox (tenant, kind, object_id, at)
        select $1, 'batch.completed', id, $16 from counted where open_payouts = 0
      )
      insert into payout_history (tenant, payout, n, state, code, text, actor_name, at)
      values ($1, $2, $18, $7, $8, $9, $21, $16)`,
    values: [
      payout.tenant,
      payout.id,
      payout.n,
      attempt.state,
      attempt.outcome,
      attempt.code,
      step.state,
      step.code,
      step.reason,
      attempt.dueAt,
      attempt.wasAsked,
      attempt.wasNotFound,
      attempt.enquiryId,
      next?.sessionId ?? null,
      next?.dueAt ?? null,
      at,
      step.isEnd,
      payout.changes + 1,
      step.caseCode,
      step.publishes,
      step.actorName,
    ],
  };
}

/** Closes the open case of a payout, with a row of its history. Returns what it was; undefined if none is open. */
export async function closeCase(
  tx: Transaction,
  tenant: number,
  closed: { reference: string; note: string; byName: string; at: Date },
): Promise<{ id: string; code: PayoutCaseCode } | undefined> {
  const { rows } = await tx.query<{ id: string; code: PayoutCaseCode }>(
    `with closed as (
       update payouts set case_closed_at = $5, case_closed_by_name = $4, case_note = $3, changes = changes + 1, updated_at = $5
       where tenant = $1 and reference = $2 and case_code is not null and case_closed_at is null
       returning tenant, id, changes, state, case_code
     ), recorded as (
       insert into payout_history (tenant, payout, n, state, text, actor_name, at)
       select tenant, id, changes, state, $3, $4, $5 from closed
     )
     select id, case_code as code from closed`,
    [tenant, closed.reference, closed.note, closed.byName, closed.at],
  );
  return rows[0];
}

/** How many payouts of production need attention, and when the oldest due attempt of all tenants was due. */
export type PayoutCounts = {
  waiting: number;
  unknown: number;
  inReview: number;
  cases: number;
  oldestDueAt: Date | null;
};

/**
 * Counts payouts of production that wait for a rail or its float, are not confirmed, or need a person: merchants make such ones in sandbox on
 * purpose. Finds the oldest due attempt of both modes.
 */
export async function countPayoutsToWatch(db: Queryable): Promise<PayoutCounts> {
  const { rows } = await db.query<PayoutCounts>(
    `select count(*) filter (where p.state = 'held' and p.code is not null)::int as waiting,
       count(*) filter (where p.state = 'unknown')::int as unknown,
       count(*) filter (where p.state = 'in_review')::int as "inReview",
       (select count(*)::int from payouts c join tenants o on o.id = c.tenant
        where c.case_code is not null and c.case_closed_at is null and o.mode = 'PRODUCTION') as cases,
       (select min(due_at) from payout_attempts where due_at is not null) as "oldestDueAt"
     from payouts p join tenants t on t.id = p.tenant where p.ended_at is null and t.mode = 'PRODUCTION'`,
  );
  return rows[0] ?? { waiting: 0, unknown: 0, inReview: 0, cases: 0, oldestDueAt: null };
}
