import type { AccountKind } from "../ledger/accounts.ts";
import type { Queryable } from "../pool.ts";
import { lineColumns, MERCHANT_PAYS, type TransactionLine } from "./transaction-line.ts";

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

// Few joins and the rest as scalars: planning so many joins takes longer than running them.
const detailsSql = (wantedId: string) => `
select ${lineColumns(MERCHANT_PAYS, `case when ${MERCHANT_PAYS} then se.balance_after else de.balance_after end`)},
  t.batch, t.actor, se.balance_after as "sourceBalance", de.balance_after as "destinationBalance",
  (select kind from accounts a where a.tenant = t.tenant and a.id = t.source) as "sourceKind",
  (select kind from accounts a where a.tenant = t.tenant and a.id = t.destination) as "destinationKind",
  (select id from approvals a where a.tenant = t.tenant and a.id = t.id) as approval,
  coalesce((
    select u.first_name || ' ' || u.last_name from members m join users u on u.id = m.user_id
    where m.id = case when t.actor like 'member:%' then split_part(t.actor, ':', 2)::uuid end
  ), '') as "actorName"
from transactions t
left join entries se on se.tenant = t.tenant and se.account = t.source and se.seq = t.source_seq and se.transaction = t.id
left join entries de
  on de.tenant = t.tenant and de.account = t.destination and de.seq = t.destination_seq and de.transaction = t.id
left join wallets s on s.tenant = t.tenant and s.account_id = t.source
left join wallets d on d.tenant = t.tenant and d.account_id = t.destination
where t.tenant = $1 and t.id = ${wantedId}`;

export const transactionByIdSql = detailsSql("$2");

// A reference is used up by what was posted only; of several attempts that failed under it, the newest is shown. The tenant is a
// query of its own, so that the planner takes it for any: one that it takes to be new it reads through any index (decision 0049).
export const transactionByReferenceSql = detailsSql(`coalesce(
    (select id from transactions where tenant = (select $1::int) and reference = $2 and status = 'success'),
    (select id from transactions where tenant = (select $1::int) and reference = $2 and status <> 'success'
     order by at desc, id desc limit 1)
  )`);

/** The transaction with this ID, whatever became of it. */
export async function findTransaction(
  db: Queryable,
  tenant: number,
  id: string,
): Promise<TransactionDetailsRow | undefined> {
  // Not null: "sourceKind", "destinationKind". Accounts are never deleted.
  const { rows } = await db.query<TransactionDetailsRow>({
    name: "find-transaction",
    text: transactionByIdSql,
    values: [tenant, id],
  });
  return rows[0];
}

/** The transaction that was posted under this reference, or else the newest that failed under it. */
export async function findTransactionByReference(
  db: Queryable,
  tenant: number,
  reference: string,
): Promise<TransactionDetailsRow | undefined> {
  // Not null: "sourceKind", "destinationKind". Accounts are never deleted.
  const { rows } = await db.query<TransactionDetailsRow>({
    name: "find-transaction-by-reference",
    text: transactionByReferenceSql,
    values: [tenant, reference],
  });
  return rows[0];
}
