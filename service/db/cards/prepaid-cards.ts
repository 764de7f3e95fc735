import type { AccountRow } from "../ledger/accounts.ts";
import type { Queryable } from "../pool.ts";

/** A card with money of its own, and its account. Kobo. */
export type PrepaidCard = {
  card: string;
  customerId: string;
  status: string;
  label: string | null;
  walletAccount: bigint;
  perTransactionLimit: bigint | null;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  /** What was cleared for more than its account had, and is not paid yet. */
  owed: bigint;
  account: AccountRow;
};

/**
 * Returns the newest card of source CARD that is found by customer, by customer and its own ID, or by the hash of its last six digits; an
 * open one first. Six digits that cards of two accounts share find none: they may be two customers'.
 */
export async function findPrepaidCard(
  db: Queryable,
  tenant: number,
  by: { customerId: string | null; cardId: string | null; last6Hash: Buffer | null },
): Promise<PrepaidCard | undefined> {
  const { rows } = await db.query<Omit<PrepaidCard, "account"> & AccountRow & { isOneOfSeveral: boolean }>(
    `select c.id as card, c.customer_id as "customerId", c.status, c.label, c.wallet_account as "walletAccount",
       c.per_transaction_limit as "perTransactionLimit", c.created_at as "createdAt", c.updated_at as "updatedAt",
       c.closed_at as "closedAt", (
         select coalesce(sum(v.amount - v.collected), 0)::bigint from receivables v
         where v.tenant = c.tenant and v.account = c.card_account and v.settled_at is null
       ) as owed, a.tenant, a.id, a.kind, a.tier, a.frozen, a.post_no_credit as "postNoCredit", a.balance, a.seq, a.day,
       a.spent, min(a.id) over alike is distinct from max(a.id) over alike as "isOneOfSeveral"
     from cards c join accounts a on a.tenant = c.tenant and a.id = c.card_account
     where c.tenant = $1 and ((c.customer_id = $2 and ($4::uuid is null or c.id = $4)) or c.last6_hash = $3)
     window alike as (partition by c.closed_at is null)
     order by (c.closed_at is null) desc, c.created_at desc, c.id desc limit 1`,
    [tenant, by.customerId, by.last6Hash, by.cardId],
  );
  const [row] = rows;
  if (!row || (by.last6Hash !== null && row.isOneOfSeveral)) return undefined;
  return { ...row, account: row };
}
