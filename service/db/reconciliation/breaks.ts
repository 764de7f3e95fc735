import { findEntrySpan } from "../ledger/entry-span.ts";
import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";
import type { DaySpan } from "./settlement-comparison.ts";
import { isRailOfIssuer, type SettlementFileRow } from "./settlements.ts";

/** The number of rows that a list counts and pages through. */
export const BREAK_BOUND = 50_000;

/** Whose side is compared: the bank's, with `bank_float`, or that of card issuers, with `issuer_settlement`. Decision 0159. */
export type ReconciledBooks = "bank" | "cards";
const ACCOUNT = { bank: "bank_float", cards: "issuer_settlement" } as const;
const ofBooks = (books: ReconciledBooks) => `${isRailOfIssuer("rail")} = ${books === "cards"}`;

export type BreakKind = "missing_here" | "missing_there" | "amount_differs" | "status_differs" | "duplicate";
export type BreakAge = "1_day" | "2_3_days" | "over_3_days";

/** A break. `ageDays` counts from its day. Kobo. */
export type BreakRow = {
  id: string;
  day: string;
  rail: string;
  kind: BreakKind;
  state: "open" | "resolved";
  direction: "in" | "out";
  sessionId: string;
  ourAmount: bigint | null;
  bankAmount: bigint | null;
  ourStatus: string | null;
  bankStatus: string | null;
  lines: number;
  difference: bigint;
  payoutReference: string | null;
  credit: string | null;
  ageDays: number;
  owner: string | null;
  ownerName: string | null;
  note: string | null;
  resolution: "bank_verdict" | "book_difference" | "no_booking" | "agreed" | null;
  resolvedAt: Date | null;
  resolvedByName: string | null;
  createdAt: Date;
};

const columns = `id, day, rail, kind, state, direction, session_id as "sessionId", our_amount as "ourAmount",
  bank_amount as "bankAmount", our_status as "ourStatus", bank_status as "bankStatus", lines, difference,
  payout_reference as "payoutReference", credit, greatest($2::date - day, 0) as "ageDays", owner, owner_name as "ownerName",
  note, resolution, resolved_at as "resolvedAt", resolved_by_name as "resolvedByName", created_at as "createdAt"`;
const AGE =
  "case when $2::date - day <= 1 then '1_day' when $2::date - day <= 3 then '2_3_days' else 'over_3_days' end";

/** The filter of the list; null does not filter. */
export type BreakFilter = {
  today: string;
  state: "open" | "resolved";
  kind: BreakKind | null;
  age: BreakAge | null;
  day: string | null;
  owner: string | null;
  search: string | null;
};

const matches = `tenant = $1 and state = $3 and ($4::date is null or day = $4) and ($5::uuid is null or owner = $5)
  and ($6::text is null or session_id = $6 or payout_reference = $6 or position(lower($6) in lower(coalesce(note, ''))) > 0)`;

/** Returns a page, oldest first, and the number of breaks of each kind and age under the other filters. */
export async function findBreaks(
  db: Queryable,
  tenant: number,
  { today, state, day, owner, search, kind, age }: BreakFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: BreakRow[]; counts: { kind: BreakKind; age: BreakAge; total: number }[] }> {
  const values = [tenant, today, state, day, owner, search];
  const { rows } = await db.query<BreakRow>(
    `select ${columns} from reconciliation_breaks where ${matches} and ($7::text is null or kind = $7)
       and ($8::text is null or ${AGE} = $8) order by day, id limit $9 offset $10`,
    [...values, kind, age, page.limit, page.offset],
  );
  const counts = await db.query<{ kind: BreakKind; age: BreakAge; total: number }>(
    `select kind, age, count(*)::int as total from (
       select kind, ${AGE} as age from reconciliation_breaks where ${matches} limit $7) found group by kind, age`,
    [...values, BREAK_BOUND + 1],
  );
  return { rows, counts: counts.rows };
}

/** Returns one break. */
export async function findBreak(
  db: Queryable,
  tenant: number,
  { id, today }: { id: string; today: string },
): Promise<BreakRow | undefined> {
  const { rows } = await db.query<BreakRow>(
    `select ${columns} from reconciliation_breaks where tenant = $1 and id = $3`,
    [tenant, today, id],
  );
  return rows[0];
}

/** Changes the owner and the note; undefined leaves them. */
export async function updateBreakCare(
  db: Queryable,
  tenant: number,
  change: { id: string; owner: string | null; ownerName: string | null; note: string | null },
): Promise<void> {
  await db.query(
    "update reconciliation_breaks set owner = $3, owner_name = $4, note = $5 where tenant = $1 and id = $2",
    [tenant, change.id, change.owner, change.ownerName, change.note],
  );
}

/**
 * The statement that resolves a break with this difference. Where it is not open any more, or has another one, the statement divides by
 * zero, and the booking rolls back with it.
 */
export function breakResolution(
  tenant: number,
  resolved: { id: string; difference: bigint; resolution: string; note: string; byName: string; at: Date },
): Statement {
  const { id, resolution, note, byName, at, difference } = resolved;
  return {
    name: "resolve-break",
    text: `with resolved as (
        update reconciliation_breaks set state = 'resolved', resolution = $3, note = $4, resolved_by_name = $5, resolved_at = $6
        where tenant = $1 and id = $2 and state = 'open' and difference = $7 returning id
      ) select 1 / count(*) from resolved`,
    values: [tenant, id, resolution, note, byName, at, difference],
  };
}

/** Whether a break is open with this difference, and nobody changes it: a comparison keeps its rows locked until its end. */
export async function isBreakUnchanged(
  db: Queryable,
  tenant: number,
  { id, difference }: { id: string; difference: bigint },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from reconciliation_breaks where tenant = $1 and id = $2 and state = 'open' and difference = $3
     for update skip locked`,
    [tenant, id, difference],
  );
  return rowCount === 1;
}

/** The statement that resolves a break about what is reported after its file. `id`: the session, or the event of an issuer. */
export function lateReportResolution(
  tenant: number,
  report: { rail: string; id: string; direction: "in" | "out"; amount: bigint; byName: string; at: Date },
): Statement {
  return {
    name: "resolve-break-of-late-report",
    text: `update reconciliation_breaks set state = 'resolved', resolution = 'agreed', resolved_at = $6, resolved_by_name = $7
      where tenant = $1 and rail = $2 and session_id = $3 and bank_amount = $4 and direction = $5 and bank_status = 'succeeded'
        and kind = 'missing_here' and state = 'open'`,
    values: [tenant, report.rail, report.id, report.amount, report.direction, report.at, report.byName],
  };
}

/** The name of a member of the team, or undefined. */
export async function findMemberName(db: Queryable, merchantId: string, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `select u.first_name || ' ' || u.last_name as name from members m join users u on u.id = m.user_id
     where m.merchant_id = $1 and m.id = $2 and m.removed_at is null`,
    [merchantId, id],
  );
  return rows[0]?.name;
}

/** Kobo. */
type Float = { opening: bigint; in: bigint; out: bigint };

/** Our float: at the begin of a day, and what went in and out during it. Reversals are less out. What an issuer may take is less. Kobo. */
export async function findOurFloat(
  db: Queryable,
  tenant: number,
  { span, books }: { span: DaySpan; books: ReconciledBooks },
): Promise<Float> {
  const { rows: stripes } = await db.query<{ id: bigint }>(
    `select id from accounts where tenant = $1 and kind = '${ACCOUNT[books]}' and kind <> 'wallet'`,
    [tenant],
  );
  const floats = await Promise.all(stripes.map(({ id }) => findFloatOfStripe(db, tenant, id, span)));
  const sumOf = (figure: keyof Float) => floats.reduce((sum, float) => sum + float[figure], 0n);
  return { opening: sumOf("opening"), in: sumOf("in"), out: sumOf("out") };
}

/** Reads only the entries of the day: the one before them has the balance. */
async function findFloatOfStripe(
  db: Queryable,
  tenant: number,
  account: bigint,
  { from, until }: DaySpan,
): Promise<Float> {
  const { first, end } = await findEntrySpan(db, tenant, account, { from, to: until });
  const { rows } = await db.query<Float>(
    `select (-coalesce((select balance_after from entries where tenant = $1 and account = $2 and seq = $3::bigint - 1), 0)
         - coalesce(sum(e.delta) filter (where e.at < $5), 0))::bigint as opening,
       coalesce(-sum(e.delta) filter (where e.at >= $5 and e.delta < 0 and t.kind not in
         ('payout_return', 'merchant_payout_return')), 0)::bigint as in,
       coalesce(sum(e.delta) filter (where e.at >= $5 and (e.delta > 0 or t.kind in
         ('payout_return', 'merchant_payout_return'))), 0)::bigint as out
     from entries e join transactions t on t.tenant = e.tenant and t.id = e.transaction
     where e.tenant = $1 and e.account = $2 and e.seq >= $3 and e.seq < $4 and e.at < $6`,
    [tenant, account, first, end, from, until],
  );
  return rows[0] ?? { opening: 0n, in: 0n, out: 0n };
}

/** The bank's figures: of a day if it has a file, the sum of all days before it, and timing on both ends of the day. Kobo. */
export async function findBankFloat(
  db: Queryable,
  tenant: number,
  { day, books }: { day: string; books: ReconciledBooks },
): Promise<{ rail: string | null; in: bigint | null; out: bigint | null; earlier: bigint | null; timing: bigint }> {
  const { rows } = await db.query<{
    rail: string | null;
    in: bigint | null;
    out: bigint | null;
    earlier: bigint | null;
    timing: bigint;
  }>(
    `with latest as (
       select distinct on (day, rail) * from settlement_files
       where tenant = $1 and state = 'matched' and ${ofBooks(books)} order by day desc, rail, created_at desc
     )
     select max(rail) filter (where day = $2) as rail, sum(bank_in) filter (where day = $2)::bigint as in,
       sum(bank_out) filter (where day = $2)::bigint as out,
       sum(bank_in - bank_out) filter (where day < $2)::bigint as earlier,
       (coalesce(sum(booked_after) filter (where day = $2), 0)
         - coalesce(sum(booked_before) filter (where day = $2::date + 1), 0))::bigint as timing
     from latest`,
    [tenant, day],
  );
  return rows[0] ?? { rail: null, in: null, out: null, earlier: null, timing: 0n };
}

/** What open breaks up to a day explain of the difference, and the number of breaks of that day. Kobo. */
export async function findExplained(
  db: Queryable,
  tenant: number,
  { day, books }: { day: string; books: ReconciledBooks },
): Promise<{ explained: bigint; ofDay: number }> {
  const { rows } = await db.query<{ explained: bigint; ofDay: number }>(
    `select coalesce(sum(difference) filter (where state = 'open'), 0)::bigint as explained,
       count(*) filter (where day = $2)::int as "ofDay"
     from reconciliation_breaks where tenant = $1 and day <= $2 and ${ofBooks(books)}`,
    [tenant, day],
  );
  return rows[0] ?? { explained: 0n, ofDay: 0 };
}

/** Unconfirmed payouts by bank, oldest first. Kobo. */
export async function findUnconfirmed(
  db: Queryable,
  tenant: number,
): Promise<{ code: string; name: string; count: number; amount: bigint; oldestAt: Date }[]> {
  const { rows } = await db.query<{ code: string; name: string; count: number; amount: bigint; oldestAt: Date }>(
    `select bank_code as code, max(bank_name) as name, count(*)::int as count, sum(amount)::bigint as amount,
       min(created_at) as "oldestAt"
     from payouts where tenant = $1 and state in ('processing', 'unknown') group by bank_code order by min(created_at)`,
    [tenant],
  );
  return rows;
}

const FILES = `id, rail, day, name, state, problem, lines, matched, breaks, others, uploaded_by_name as "uploadedByName",
  created_at as "createdAt", matched_at as "matchedAt"`;

/** The last files, newest first. */
export async function findFiles(db: Queryable, tenant: number, limit: number): Promise<SettlementFileRow[]> {
  // Not null: "day". An accepted file has one.
  // Narrowed: "state". A file that is being received is left out.
  const { rows } = await db.query<SettlementFileRow>(
    `select ${FILES} from settlement_files where tenant = $1 and state <> 'receiving' order by created_at desc limit $2`,
    [tenant, limit],
  );
  return rows;
}
