import type { Queryable } from "./pool.ts";
import { lineColumns, lineJoins, MERCHANT_PAYS, type TransactionLine } from "./transaction-line.ts";

type AccountKind = "wallet" | "merchant" | "platform_fee" | "merchant_fee" | "funding";

/**
 * All that is kept of one transaction, as the merchant's list shows it. The balances of both sides are null where nothing was
 * posted or their entry stands for several transactions. `actor` is kind and ID; `actorName` is empty where no member did it.
 */
export type TransactionDetailsRow = TransactionLine & {
  batch: string | null;
  approval: string | null;
  actor: string;
  actorName: string;
  sourceKind: AccountKind;
  sourceBalance: bigint | null;
  destinationKind: AccountKind;
  destinationBalance: bigint | null;
};

const detailsSql = (isWanted: string) => `
select ${lineColumns(MERCHANT_PAYS)}, t.batch, p.id as approval, t.actor,
  coalesce(u.first_name || ' ' || u.last_name, '') as "actorName", sa.kind as "sourceKind", da.kind as "destinationKind",
  se.balance_after as "sourceBalance", de.balance_after as "destinationBalance"
from transactions t
${lineJoins(MERCHANT_PAYS)}
join accounts sa on sa.tenant = t.tenant and sa.id = t.source
join accounts da on da.tenant = t.tenant and da.id = t.destination
left join entries se on se.tenant = t.tenant and se.account = t.source and se.seq = t.source_seq and se.transaction = t.id
left join entries de
  on de.tenant = t.tenant and de.account = t.destination and de.seq = t.destination_seq and de.transaction = t.id
left join approvals p on p.tenant = t.tenant and p.id = t.id
left join members b on b.id = case when t.actor like 'member:%' then split_part(t.actor, ':', 2)::uuid end
left join users u on u.id = b.user_id
where t.tenant = $1 and ${isWanted}`;

export const transactionByIdSql = detailsSql("t.id = $2");

// A reference is used up by what was posted only; of several attempts that failed under it, the newest is shown.
export const transactionByReferenceSql = `
select * from (
  (${detailsSql("t.reference = $2 and t.status = 'success'")})
  union all
  (${detailsSql("t.reference = $2 and t.status <> 'success'")} order by t.at desc, t.id desc limit 1)
) attempts order by status = 'success' desc limit 1`;

/** The transaction with this ID, whatever became of it. */
export async function findTransaction(
  db: Queryable,
  tenant: number,
  id: string,
): Promise<TransactionDetailsRow | undefined> {
  const { rows } = await db.query<TransactionDetailsRow>(transactionByIdSql, [tenant, id]);
  return rows[0];
}

/** The transaction that was posted under this reference, or else the newest that failed under it. */
export async function findTransactionByReference(
  db: Queryable,
  tenant: number,
  reference: string,
): Promise<TransactionDetailsRow | undefined> {
  const { rows } = await db.query<TransactionDetailsRow>(transactionByReferenceSql, [tenant, reference]);
  return rows[0];
}
