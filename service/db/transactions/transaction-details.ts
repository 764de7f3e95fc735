import type { AccountKind } from "../ledger/accounts.ts";
import type { Queryable } from "../pool.ts";
import { lineColumns, MERCHANT_PAYS, type TransactionLine } from "./transaction-line.ts";

/**
 * A transaction as the merchant's list shows it in full. The balances are null where nothing was posted or an entry
 * covers several transactions. `actor` is kind and ID; `actorName` is empty where the actor is not a member.
 */
export type TransactionDetailsRow = TransactionLine & {
  batch: string | null;
  approval: string | null;
  reversedReference: string | null;
  reversal: string | null;
  reversalReference: string | null;
  pendingReversal: string | null;
  actor: string;
  actorName: string;
  sourceKind: AccountKind;
  sourceBalance: bigint | null;
  destinationKind: AccountKind;
  destinationBalance: bigint | null;
};

// Few joins, and scalar subqueries for the rest: planning more joins takes longer than running them.
const detailsSql = (wantedId: string) => `
select ${lineColumns(MERCHANT_PAYS, { balanceAfter: `case when ${MERCHANT_PAYS} then se.balance_after else de.balance_after end` })},
  t.batch, t.actor, se.balance_after as "sourceBalance", de.balance_after as "destinationBalance",
  (select kind from accounts a where a.tenant = t.tenant and a.id = t.source) as "sourceKind",
  (select kind from accounts a where a.tenant = t.tenant and a.id = t.destination) as "destinationKind",
  (select id from approvals a where a.tenant = t.tenant and a.id = t.id) as approval,
  (select reference from transactions r where r.tenant = t.tenant and r.id = t.reversal_of) as "reversedReference",
  (select id from transactions r where r.tenant = t.tenant and r.reversal_of = t.id and r.status = 'success') as reversal,
  (select reference from transactions r where r.tenant = t.tenant and r.reversal_of = t.id and r.status = 'success')
    as "reversalReference",
  (select id from approvals a where a.tenant = t.tenant and a.kind = 'reversal' and a.status = 'PENDING'
     and a.request ->> 'transactionId' = t.id::text) as "pendingReversal",
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

// Only a posted transaction uses up a reference; of several failed attempts the newest is shown. The tenant is a
// subquery, so that the planner assumes any tenant: for a tenant that is new to its statistics it would choose any
// index (decision 0049). The outer select makes the ID a value, with which an index may be searched under a policy (decision 0084).
export const transactionByReferenceSql = detailsSql(`(select coalesce(
    (select id from transactions where tenant = (select $1::int) and reference = $2 and status = 'success'),
    (select id from transactions where tenant = (select $1::int) and reference = $2 and status <> 'success'
     order by at desc, id desc limit 1)
  ))`);

/** Returns the transaction with this ID in any status. */
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

/** Returns the transaction posted under this reference, or else the newest failed one. */
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
