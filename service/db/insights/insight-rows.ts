import type { Queryable } from "../pool.ts";
import { MOST_UNFOLDED, WITH_CURRENT_DAYS } from "../transactions/rollups.ts";
import type { CardDayRow } from "./card-days.ts";
import { CHARGED_DAYS, type ChargeRow } from "./charges.ts";
import type { FailureCauses } from "./failures.ts";

/** The number of rows that a list counts and reads. The count says at most one more (webhooks 4). */
export const ROW_BOUND = 50_000;
const MOST = ROW_BOUND + 1;

/** A row behind a figure. `amount` is what it adds to the figure, in kobo. `record` is the batch or card that it belongs to. */
export type InsightRowRow = {
  id: string;
  at: Date;
  source: "transaction" | "batch" | "payout" | "card";
  kind: string;
  reference: string | null;
  record: string | null;
  amount: bigint | null;
  isSystem: boolean | null;
  code: string | null;
};
export type InsightRowPage = { total: number; sum: bigint; rows: InsightRowRow[] };

type Span = { from: string; to: string };
type Slice = { limit: number; offset: number };

/** How often a posted transaction of this kind adds its amount and its two fees to a figure. */
export type KindWeight = { kind: string; amount: 0 | 1 | 2; feeBase: 0 | 1; feeMerchant: 0 | 1 };

/** What a list of posted transactions has. `hour` and `weekday` (1 is Monday) are Lagos time. */
export type PostedSelection = {
  weights: readonly KindWeight[];
  weekday?: number | undefined;
  hour?: number | undefined;
  /** Only payouts whose money did not come back. */
  isUndoneLeftOut?: boolean;
};

/** Which failures a list has. A missing property does not filter. */
export type FailureSelection = {
  isSystem?: boolean | undefined;
  source?: "batch" | "payout" | "transaction" | undefined;
  code?: string | undefined;
};

/** Numbers the values of a statement. */
function numbered(...first: unknown[]) {
  const values = first;
  return { values, value: (one: unknown) => `$${values.push(one)}` };
}
type Values = ReturnType<typeof numbered>;

/** SQL: whether an instant is on one of the Lagos days. */
const within = (at: string) =>
  `${at} >= $2::date::timestamp at time zone 'Africa/Lagos' and ${at} < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'`;

const UNDONE = "state in ('failed', 'cancelled', 'reversed')";

/**
 * SQL: the posted transactions of a figure. Starts from the days and kinds that the daily sums have, so that a rare fee is not searched among
 * all transactions of the period; each day of a kind is a range of one index, read from the newest day and no further than the bound.
 */
function postedSql({ weights, weekday, hour, isUndoneLeftOut }: PostedSelection, { value }: Values): string {
  const arrays = [
    weights.map(({ kind }) => kind),
    weights.map(({ amount }) => amount),
    weights.map(({ feeBase }) => feeBase),
    weights.map(({ feeMerchant }) => feeMerchant),
  ].map(value);
  const counted = (row: string) =>
    `${row}.amount * w.amount + ${row}.fee_base * w.fee_base + ${row}.fee_merchant * w.fee_merchant`;
  const days = `select distinct p.day, p.kind, w.amount, w.fee_base, w.fee_merchant from posted p
      join unnest(${arrays[0]}::text[], ${arrays[1]}::int[], ${arrays[2]}::int[], ${arrays[3]}::int[]) w (kind, amount, fee_base, fee_merchant)
        using (kind)
      where p.day between $2::date and $3::date and ${counted("p")} > 0
        ${weekday === undefined ? "" : `and extract(isodow from p.day) = ${value(weekday)}::int`}`;
  return rangesSql(days, {
    counted: counted("t"),
    condition: isUndoneLeftOut
      ? `not exists (select from payouts p where p.tenant = $1 and p.id = t.id and w.kind in ('payout', 'merchant_payout') and p.${UNDONE})`
      : "true",
    hours: hour === undefined ? undefined : value(hour),
  });
}

/** SQL: what is booked to the account of VAT or duty, from the days and kinds that have any. */
function chargedSql({ charge, kinds }: ChargedSelection, { value }: Values): string {
  const days = `select distinct day, kind from booked
      where charge = ${value(charge)} and kind = any (${value(kinds)}::text[]) and amount > 0
        and day between $2::date and $3::date`;
  return rangesSql(days, {
    counted: "t.amount",
    condition: `exists (select from accounts a where a.tenant = $1 and a.id = t.destination and a.kind = ${value(`${charge}_payable`)})`,
  });
}

type Ranges = { counted: string; condition: string; hours?: string | undefined };

function rangesSql(days: string, { counted, condition, hours }: Ranges): string {
  const start = `(w.day::timestamp${hours ? ` + make_interval(hours => ${hours}::int)` : ""}) at time zone 'Africa/Lagos'`;
  const end = `${start} + interval '${hours ? "1 hour" : "1 day"}'`;
  return `select t.* from (select * from (${days}) days order by day desc) w cross join lateral (
      select t.id::text, t.at, 'transaction' as source, t.kind, t.reference, null::uuid as record, ${counted} as amount,
        null::boolean as is_system, null as code
      from transactions t
      where t.tenant = $1 and t.kind = w.kind and t.status = 'success' and t.at >= ${start} and t.at < ${end}
        and ${counted} > 0 and ${condition}
      order by t.at desc, t.id desc limit ${MOST}
    ) t order by w.day desc, t.at desc, t.id desc limit ${MOST}`;
}

/**
 * SQL: rejected items of ended batches, payouts whose money went back and approved payments that the ledger refused. Decision 0142. Items are
 * looked up by batch: of a merchant that the statistics do not know yet, a join would compare each with each (decision 0203).
 */
function failedSql({ isSystem, source, code }: FailureSelection, causes: FailureCauses, { value }: Values): string {
  const isItems = (column: string) => `coalesce(${column}, '') = any (${value(causes.systemItems)}::text[])`;
  const only = (system: string, codeColumn: string) =>
    [
      ...(isSystem === undefined ? [] : [`(${system}) = ${isSystem}`]),
      ...(code === undefined ? [] : [`${codeColumn} = ${value(code)}`]),
    ]
      .map((condition) => ` and ${condition}`)
      .join("");
  const branches = {
    batch: (
      system = isItems("i.reason_code"),
    ) => `select i.id::text, b.created_at as at, 'batch' as source, b.operation as kind, i.reference, b.id as record, i.amount,
        ${system} as is_system, coalesce(i.reason_code, '') as code
      from batches b cross join lateral (
        select id, reference, amount, reason_code from batch_items
        where tenant = b.tenant and batch = b.id and reason is not null offset 0
      ) i
      where b.tenant = $1 and b.status <> 'receiving' and b.finished_at is not null and b.rejected > 0 and ${within("b.created_at")}
        ${only(system, "coalesce(i.reason_code, '')")}
      order by b.created_at desc, i.id desc limit ${MOST}`,
    payout: (
      system = `coalesce(p.code, p.state) <> all (${value(causes.customerPayouts)}::text[])`,
    ) => `select p.id::text, p.created_at as at, 'payout' as source, 'payout' as kind, p.reference, null::uuid as record, p.amount,
        ${system} as is_system, coalesce(p.code, p.state) as code
      from payouts p where p.tenant = $1 and p.${UNDONE} and p.returns is null and ${within("p.created_at")}
        ${only(system, "coalesce(p.code, p.state)")}
      order by p.created_at desc, p.id desc limit ${MOST}`,
    transaction: (
      system = isItems("t.failure"),
    ) => `select t.id::text, t.at, 'transaction' as source, t.kind, t.reference, null::uuid as record, t.amount,
        ${system} as is_system, coalesce(t.failure, '') as code
      from transactions t where t.tenant = $1 and t.status <> 'success' and t.status = 'failed' and ${within("t.at")}
        ${only(system, "coalesce(t.failure, '')")}
      order by t.at desc, t.id desc limit ${MOST}`,
  };
  const chosen = source === undefined ? (["batch", "payout", "transaction"] as const) : [source];
  return chosen.map((one) => `(${branches[one]()})`).join(" union all ");
}

/** Card payments of a figure; `isWithIncrements` adds the increments of authorized ones. */
export type CardSelection = { what: CardDayRow["what"]; isWithIncrements?: boolean; code?: string | undefined };

function cardSql({ what, isWithIncrements, code }: CardSelection, { value }: Values): string {
  const asked = (
    kind: string,
    condition: string,
  ) => `select a.id::text, a.created_at as at, 'card' as source, '${kind}' as kind,
      a.merchant_name as reference, a.card as record, a.amount, null::boolean as is_system, a.decline_code as code
    from card_authorizations a where a.tenant = $1 and a.decided_in_ms is not null and ${within("a.created_at")} and ${condition}
    order by a.created_at desc, a.id desc limit ${MOST}`;
  // The partial index names all three kinds.
  const events = (
    kind: string,
    shown: string,
  ) => `select e.authorization_id || '-' || e.n as id, e.received_at as at, 'card' as source, '${shown}' as kind,
      a.merchant_name as reference, e.card as record, e.amount, null::boolean as is_system, null as code
    from card_events e cross join lateral (
      select merchant_name from card_authorizations where tenant = e.tenant and id = e.authorization_id limit 1
    ) a
    where e.tenant = $1 and e.kind in ('increment', 'clear', 'refund') and e.kind = '${kind}' and ${within("e.received_at")}
    order by e.received_at desc, e.authorization_id desc, e.n desc limit ${MOST}`;
  if (what === "declined") {
    return asked("decline", code === undefined ? "a.decline_code is not null" : `a.decline_code = ${value(code)}`);
  }
  if (what !== "authorized") return what === "cleared" ? events("clear", "clearing") : events("refund", "refund");
  const approved = asked("authorization", "a.decline_code is null");
  return isWithIncrements ? `(${approved}) union all (${events("increment", "increment")})` : approved;
}

/** What is booked to the account of VAT or duty. */
type ChargedSelection = { charge: ChargeRow["charge"]; kinds: readonly string[] };

/** What a list has: one part, or several that are listed together. */
export type RowSelection = {
  posted?: PostedSelection;
  charged?: ChargedSelection;
  failed?: FailureSelection;
  card?: CardSelection;
};

/** The statement of a page and its values; tests `explain` it. */
export function insightRowsSql(
  tenant: number,
  span: Span,
  { posted, charged, failed, card }: RowSelection,
  { causes, limit, offset }: Slice & { causes: FailureCauses },
): { sql: string; values: unknown[] } {
  const isFromSums = posted !== undefined || charged !== undefined;
  const values = numbered(tenant, span.from, span.to, ...(isFromSums ? [MOST_UNFOLDED] : []));
  const parts = [
    ...(posted ? [postedSql(posted, values)] : []),
    ...(charged ? [chargedSql(charged, values)] : []),
    ...(failed ? [failedSql(failed, causes, values)] : []),
    ...(card ? [cardSql(card, values)] : []),
  ];
  const before = posted ? `${WITH_CURRENT_DAYS},` : charged ? `${CHARGED_DAYS},` : "with";
  const newest = "order by at desc, id desc";
  const sql = `${before} listed (id, at, source, kind, reference, record, amount, is_system, code) as materialized (
      select * from (${parts.map((part) => `(${part})`).join(" union all ")}) every ${newest} limit ${MOST}
    ), page as (select * from listed ${newest} limit ${values.value(limit)} offset ${values.value(offset)})
    select (select count(*) from listed)::int as total, (select coalesce(sum(amount), 0) from listed)::bigint as sum, p.id, p.at, p.source, p.kind,
      p.reference, p.record, p.amount::bigint as amount, p.is_system as "isSystem", p.code
    from (select 1) one left join page p on true order by p.at desc, p.id desc`;
  return { sql, values: values.values };
}

/** Returns a page of the rows behind a figure, newest first, with their number and sum up to one more than the bound. Decision 0148. */
export async function findInsightRows(
  db: Queryable,
  tenant: number,
  span: Span,
  selection: RowSelection,
  page: Slice & { causes: FailureCauses },
): Promise<InsightRowPage> {
  const { sql, values } = insightRowsSql(tenant, span, selection, page);
  // Not null: "kind". A batch that has ended has an operation.
  const { rows } = await db.query<{ total: number; sum: bigint } & (InsightRowRow | { id: null })>(sql, values);
  return {
    total: rows[0]?.total ?? 0,
    sum: rows[0]?.sum ?? 0n,
    rows: rows.filter((row): row is typeof row & InsightRowRow => row.id !== null),
  };
}

/** Returns the references of payouts, and the cards of card payments, by ID. */
export async function findOpenedRecords(
  db: Queryable,
  tenant: number,
  ids: { payouts: readonly string[]; authorizations: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.payouts.length + ids.authorizations.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; opens: string }>(
    `select id, reference as opens from payouts where tenant = $1 and id = any ($2::uuid[])
     union all
     select id, card::text from card_authorizations where tenant = $1 and id = any ($3::uuid[])`,
    [tenant, ids.payouts, ids.authorizations],
  );
  return new Map(rows.map(({ id, opens }) => [id, opens]));
}
