import { plainArray, textArray } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";
import type { Operation } from "./batches.ts";

/** A posted transaction that a payment may repeat; `batch` and `batchReference` are null where no batch paid it. */
export type EarlierPayment = { transaction: string; batch: string | null; batchReference: string | null; at: Date };

/** A posted transaction that used a reference, with what it moved between which accounts. Kobo. */
export type PaidReference = EarlierPayment & {
  reference: string;
  kind: string;
  amount: bigint;
  source: bigint;
  destination: bigint;
};

const earlier = `t.id as transaction, t.batch, b.reference as "batchReference", t.at`;

/** Returns the posted transactions with these references. */
export async function findPaidReferences(
  db: Queryable,
  tenant: number,
  references: readonly string[],
): Promise<PaidReference[]> {
  if (references.length === 0) return [];
  const { rows } = await db.query<PaidReference>({
    name: "find-paid-references",
    text: `select t.reference, t.kind, t.amount, t.source, t.destination, ${earlier}
      from unnest($2::text[]) as wanted (reference)
      join transactions t on t.tenant = $1 and t.reference = wanted.reference and t.status = 'success'
      left join batches b on b.tenant = t.tenant and b.id = t.batch`,
    values: [tenant, textArray(references)],
  });
  return rows;
}

/** How many entries of a wallet are searched for an equal payment. */
const SEARCHED_ENTRIES = 20;

/**
 * Returns for each payment the newest equal one since `since`: same direction, wallet and amount, among the last 20 entries of the
 * wallet. By position in `payments`. Kobo.
 */
export async function findRecentPayments(
  db: Queryable,
  tenant: number,
  operation: Operation,
  { payments, since }: { payments: readonly { account: bigint; amount: bigint }[]; since: Date },
): Promise<Map<number, EarlierPayment>> {
  if (payments.length === 0) return new Map();
  const { rows } = await db.query<EarlierPayment & { nth: number }>({
    name: "find-recent-payments",
    text: `select wanted.nth::int, ${earlier}
      from unnest($2::bigint[], $3::bigint[]) with ordinality as wanted (account, amount, nth)
      cross join lateral (
        select paid.* from (
          select e.transaction from entries e
          where e.tenant = $1 and e.account = wanted.account order by e.seq desc limit ${SEARCHED_ENTRIES}
        ) entry
        join transactions paid on paid.tenant = $1 and paid.id = entry.transaction
        where paid.kind = $4 and paid.amount = wanted.amount and paid.at >= $5 order by paid.at desc limit 1
      ) t
      left join batches b on b.tenant = $1 and b.id = t.batch`,
    values: [
      tenant,
      plainArray(payments.map(({ account }) => account)),
      plainArray(payments.map(({ amount }) => amount)),
      operation,
      since,
    ],
  });
  return new Map(rows.map(({ nth, ...payment }) => [nth - 1, payment]));
}
