import { type PayoutCaseCode, PayoutState } from "../../../contract/payout-records.ts";
import { plainArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { Queryable } from "../pool.ts";

/** A payout with the wallet that pays and its newest attempt. Kobo. */
export type PayoutRow = {
  tenant: number;
  id: string;
  reference: string;
  state: PayoutState;
  source: bigint;
  stripe: number;
  customerId: string | null;
  walletId: string;
  sourceName: string;
  sourceNumber: string;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  nameMatch: "FULL" | "PARTIAL" | "BANK";
  narration: string;
  note: string | null;
  metadata: Record<string, unknown> | null;
  batch: string | null;
  isReturn: boolean;
  caseCode: PayoutCaseCode | null;
  caseAt: Date | null;
  caseClosedAt: Date | null;
  caseClosedByName: string | null;
  caseNote: string | null;
  code: string | null;
  reason: string | null;
  actorName: string;
  sessionId: string | null;
  rail: string | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

const columns = `p.tenant, p.id, p.reference, p.state, p.source, p.stripe, p.customer_id as "customerId", p.wallet_id as "walletId",
  w.account_name as "sourceName", w.account_number as "sourceNumber", p.amount, p.fee, p.vat, p.duty,
  p.bank_code as "bankCode", p.bank_name as "bankName", p.account_number as "accountNumber",
  p.account_name as "accountName", p.name_match as "nameMatch", p.narration, p.note, p.metadata, p.batch, p.returns is not null as "isReturn",
  p.case_code as "caseCode", p.case_at as "caseAt", p.case_closed_at as "caseClosedAt",
  p.case_closed_by_name as "caseClosedByName", p.case_note as "caseNote", p.code, p.reason,
  p.actor_name as "actorName", a.session_id as "sessionId", a.rail, p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.ended_at as "endedAt"`;
const joins = `join wallets w on w.tenant = p.tenant and w.id = p.wallet_id
  left join lateral (
    select session_id, rail from payout_attempts a where a.tenant = p.tenant and a.payout = p.id order by a.n desc limit 1
  ) a on true`;

/** Narrows a list. A missing property does not filter. Both instants are included. */
export type PayoutFilter = {
  state?: PayoutState | undefined;
  bankCode?: string | undefined;
  customerId?: string | undefined;
  walletId?: string | undefined;
  batch?: string | undefined;
  minAmount?: bigint | undefined;
  maxAmount?: bigint | undefined;
  /** Open, and created before this instant. */
  openSince?: Date | undefined;
  /** A reference or session ID, or the beginning of the receiver's account number. */
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The most payouts that a list counts. */
export const PAYOUT_BOUND = 50_000;

const STATES = `(values ${PayoutState.options.map((state) => `('${state}')`).join(", ")}) s (state)`;

/** Returns a page of a tenant's payouts, newest first, and their number up to one more than the bound. */
export async function findPayouts(
  db: Queryable,
  tenant: number,
  filter: PayoutFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const { sql, values } = conditionsOf(tenant, filter);
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from payouts p where ${sql} limit ${PAYOUT_BOUND + 1}) counted`,
    values,
  );
  const { rows } = await db.query<PayoutRow>(
    `select ${columns} from payouts p ${joins} where ${sql} order by p.created_at desc, p.id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns the number of payouts in each state up to the bound, for a filter without state. */
export async function countPayouts(
  db: Queryable,
  tenant: number,
  filter: PayoutFilter,
): Promise<{ state: PayoutState; n: number }[]> {
  const { sql, values } = conditionsOf(tenant, { ...filter, state: undefined });
  const { rows } = await db.query<{ state: PayoutState; n: number }>(
    `select s.state, found.n from ${STATES} cross join lateral (select count(*)::int as n from (
       select from payouts p where ${sql} and p.state = s.state limit ${PAYOUT_BOUND}) one) found`,
    values,
  );
  return rows;
}

function conditionsOf(tenant: number, filter: PayoutFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tenant];
  const conditions = ["p.tenant = $1"];
  const where = (sql: string, value: unknown) => {
    if (value !== undefined) conditions.push(sql.replaceAll("?", `$${values.push(value)}`));
  };
  where("p.created_at >= ?", filter.from);
  where("p.created_at <= ?", filter.to);
  where("p.state = ?", filter.state);
  where("p.bank_code = ?", filter.bankCode);
  where("p.customer_id = ?", filter.customerId);
  where("p.wallet_id = ?", filter.walletId);
  where("p.batch = ?", filter.batch);
  where("p.amount >= ?", filter.minAmount);
  where("p.amount <= ?", filter.maxAmount);
  where("p.ended_at is null and p.created_at <= ?", filter.openSince);
  where(
    `(p.reference = upper(?) or p.reference = ? or p.account_number = ? or p.id in (
       select payout from payout_attempts where tenant = $1 and session_id = ?
     ))`,
    filter.search,
  );
  return { sql: conditions.join(" and "), values };
}

/** Returns one payout by its reference. */
export async function findPayout(db: Queryable, tenant: number, reference: string): Promise<PayoutRow | undefined> {
  const { rows } = await db.query<PayoutRow>(
    `select ${columns} from payouts p ${joins} where p.tenant = $1 and p.reference = $2`,
    [tenant, reference],
  );
  return rows[0];
}

/** Returns one payout by its ID. */
export async function findPayoutById(db: Queryable, tenant: number, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await db.query<PayoutRow>({
    name: "find-payout-by-id",
    text: `select ${columns} from payouts p ${joins} where p.tenant = $1 and p.id = $2`,
    values: [tenant, id],
  });
  return rows[0];
}

/** Whether a payout has ended or waits for a person. Concurrent lookups share a round trip. */
export const isPayoutDecided = gather(
  async (db, wanted: readonly { tenant: number; id: string }[]): Promise<boolean[]> => {
    const { rows } = await db.query<{ nth: number }>({
      name: "find-decided-payouts",
      text: `select wanted.nth::int from unnest($1::integer[], $2::uuid[]) with ordinality as wanted (tenant, id, nth)
        join payouts p on p.tenant = wanted.tenant and p.id = wanted.id
        where p.ended_at is not null or p.state = 'in_review'`,
      values: [plainArray(wanted.map(({ tenant }) => tenant)), plainArray(wanted.map(({ id }) => id))],
    });
    const decided = new Set(rows.map(({ nth }) => nth));
    return wanted.map((_, index) => decided.has(index + 1));
  },
);

export type PayoutHistoryRow = {
  at: Date;
  state: PayoutState;
  code: string | null;
  text: string | null;
  actorName: string;
};

export type PayoutAttemptRow = {
  n: number;
  rail: string;
  sessionId: string;
  state: "ready" | "sending" | "sent" | "ended";
  outcome: string | null;
  code: string | null;
  reason: string | null;
  queries: number;
  createdAt: Date;
  sentAt: Date | null;
  askedAt: Date | null;
  dueAt: Date | null;
  endedAt: Date | null;
};

/** A posting between two accounts for a payout. Kobo. */
export type PayoutEntryRow = {
  at: Date;
  transactionId: string;
  description: string | null;
  fromKind: string;
  toKind: string;
  amount: bigint;
  fee: bigint;
};

/** Returns the history, attempts and postings of a payout, oldest first, and its approval. */
export async function findPayoutStory(
  db: Queryable,
  tenant: number,
  payout: { id: string; prefix: string },
): Promise<{
  history: PayoutHistoryRow[];
  attempts: PayoutAttemptRow[];
  entries: PayoutEntryRow[];
  approval: string | null;
}> {
  const [history, attempts, entries, approvals] = await Promise.all([
    db.query<PayoutHistoryRow>(
      `select at, state, code, text, actor_name as "actorName" from payout_history where tenant = $1 and payout = $2 order by n`,
      [tenant, payout.id],
    ),
    db.query<PayoutAttemptRow>(
      `select n, rail, session_id as "sessionId", state, outcome, code, reason, queries, created_at as "createdAt",
         sent_at as "sentAt", asked_at as "askedAt", due_at as "dueAt", ended_at as "endedAt"
       from payout_attempts where tenant = $1 and payout = $2 order by n`,
      [tenant, payout.id],
    ),
    db.query<PayoutEntryRow>(
      `select t.at, t.id as "transactionId", t.description, s.kind as "fromKind", d.kind as "toKind", t.amount,
         t.fee_base as fee
       from transactions t join accounts s on s.tenant = t.tenant and s.id = t.source
       join accounts d on d.tenant = t.tenant and d.id = t.destination
       where t.tenant = $1 and t.status = 'success' and (t.id = $3 or t.reference ~>=~ $2 and t.reference ~<=~ ($2 || '~'))
       order by t.at, t.id`,
      [tenant, payout.prefix, payout.id],
    ),
    db.query<{ id: string }>(
      `select id from approvals where tenant = $1 and id = $2
       union all
       select b.approval from payouts p join payout_batches b on b.tenant = p.tenant and b.id = p.batch
       where p.tenant = $1 and p.id = $2 and b.approval is not null`,
      [tenant, payout.id],
    ),
  ]);
  return {
    history: history.rows,
    attempts: attempts.rows,
    entries: entries.rows,
    approval: approvals.rows[0]?.id ?? null,
  };
}
