import type { Queryable, Transaction } from "../pool.ts";
import type { FreezeRow } from "./wallets.ts";

/** A customer's wallet with the fields that state rules read; locked with its account. */
export type LockedForChange = {
  id: string;
  customerId: string;
  accountId: bigint;
  accountNumber: string;
  postNoCredit: boolean;
  freeze: FreezeRow | null;
  isBvnVerified: boolean;
};

/** Returns the accounts of the customers' wallets. */
export async function findAccountsOfCustomers(
  db: Queryable,
  tenant: number,
  customerIds: readonly string[],
): Promise<bigint[]> {
  const { rows } = await db.query<{ account: bigint }>(
    `select account_id as account from wallets where tenant = $1 and customer_id = any($2::uuid[])`,
    [tenant, customerIds],
  );
  return rows.map(({ account }) => account);
}

/** Locks the accounts in the order of a flush, then their wallets. Waits for a running flush. */
export async function lockWalletsOfAccounts(
  tx: Transaction,
  tenant: number,
  accounts: readonly bigint[],
): Promise<LockedForChange[]> {
  await tx.query("select from accounts where tenant = $1 and id = any($2::bigint[]) order by id for update", [
    tenant,
    accounts,
  ]);
  const { rows } = await tx.query<
    Omit<LockedForChange, "freeze"> & { cause: FreezeRow["cause"] | null; reason: string | null; frozenAt: Date | null }
  >(
    `select w.id, w.customer_id as "customerId", w.account_id as "accountId", w.account_number as "accountNumber",
       a.post_no_credit as "postNoCredit", w.freeze_cause as cause, w.freeze_reason as reason, w.frozen_at as "frozenAt",
       c.bvn_verified_at is not null as "isBvnVerified"
     from wallets w
     join accounts a on a.tenant = w.tenant and a.id = w.account_id
     join customers c on c.tenant = w.tenant and c.id = w.customer_id
     where w.tenant = $1 and w.account_id = any($2::bigint[]) order by w.account_id desc for update of w`,
    [tenant, accounts],
  );
  return rows.map(({ cause, reason, frozenAt, ...wallet }) => ({
    ...wallet,
    freeze: cause && frozenAt && { cause, reason: reason ?? "", at: frozenAt },
  }));
}

/** Stores a freeze or, with `null`, its end, for many wallets: on them for display, on their accounts for movement rules. */
export async function updateWalletsFreeze(
  tx: Transaction,
  tenant: number,
  accounts: readonly bigint[],
  { freeze, at }: { freeze: FreezeRow | null; at: Date },
): Promise<void> {
  await tx.query("update accounts set frozen = $3 where tenant = $1 and id = any($2::bigint[])", [
    tenant,
    accounts,
    freeze !== null,
  ]);
  await tx.query(
    `update wallets set freeze_cause = $3, freeze_reason = $4, frozen_at = $5, updated_at = $6
     where tenant = $1 and account_id = any($2::bigint[])`,
    [tenant, accounts, freeze?.cause ?? null, freeze?.reason ?? null, freeze?.at ?? null, at],
  );
}

/** Stores post-no-credit of many wallets; `blocked` is null when credits are allowed again. */
export async function updateWalletsPostNoCredit(
  tx: Transaction,
  tenant: number,
  accounts: readonly bigint[],
  { blocked, at }: { blocked: { reason: string; by: string } | null; at: Date },
): Promise<void> {
  await tx.query("update accounts set post_no_credit = $3 where tenant = $1 and id = any($2::bigint[])", [
    tenant,
    accounts,
    blocked !== null,
  ]);
  await tx.query(
    `update wallets set post_no_credit_at = $3, post_no_credit_reason = $4, post_no_credit_by = $5, updated_at = $6
     where tenant = $1 and account_id = any($2::bigint[])`,
    [tenant, accounts, blocked && at, blocked?.reason ?? null, blocked?.by ?? null, at],
  );
}
