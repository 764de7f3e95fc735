import { type AccountRow, lockAccount, updateAccountFlags } from "../ledger/accounts.ts";
import type { Queryable, Transaction } from "../pool.ts";

/** The reason of a freeze, its origin, and its start. */
export type FreezeRow = { cause: "staff" | "identity"; reason: string; at: Date };

export type NewWallet = {
  id: string;
  accountId: bigint;
  customerId: string | null;
  accountNumber: string;
  accountName: string;
  email: string;
  freeze: FreezeRow | null;
  at: Date;
};

/**
 * Returns the next account serial and the issuing bank, whose code is part of the account number. A serial is never
 * reused.
 */
export async function takeAccountSerial(tx: Transaction): Promise<{ serial: bigint; bankCode: string }> {
  const { rows } = await tx.query<{ serial: bigint; bankCode: string }>(
    `select nextval('account_serials') as serial, code as "bankCode" from issuing_bank`,
  );
  const [row] = rows;
  if (!row) throw new Error("the issuing bank is missing");
  return row;
}

export async function insertWallet(tx: Transaction, tenant: number, wallet: NewWallet): Promise<void> {
  await tx.query(
    `insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email,
       freeze_cause, freeze_reason, frozen_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      tenant,
      wallet.id,
      wallet.accountId,
      wallet.customerId,
      wallet.accountNumber,
      wallet.accountName,
      wallet.email,
      wallet.freeze?.cause ?? null,
      wallet.freeze?.reason ?? null,
      wallet.freeze?.at ?? null,
      wallet.at,
    ],
  );
}

/** A customer's wallet for display. Money in kobo; tier limits, `null` means no limit. */
export type CustomerWalletRow = {
  id: string;
  customerId: string;
  accountNumber: string;
  accountName: string;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: string | null;
  balance: bigint;
  frozen: boolean;
  freezeReason: string | null;
  freezeCause: "staff" | "identity" | "emergency" | null;
  frozenAt: Date | null;
  postNoCredit: boolean;
  postNoCreditAt: Date | null;
  postNoCreditReason: string | null;
  postNoCreditBy: string | null;
  tags: string[];
  tier: 1 | 2 | 3;
  dailyLimit: bigint | null;
  singleLimit: bigint | null;
  minBalance: bigint;
  maxBalance: bigint | null;
  spentToday: bigint;
  isPinSet: boolean;
  isBvnVerified: boolean;
  isNinVerified: boolean;
  isPhoneVerified: boolean;
  bankCode: string;
  bankName: string;
  createdAt: Date;
  updatedAt: Date;
};

/**
 * Returns a customer's wallet by customer or account number; does not lock. `at` selects the Lagos day of `spentToday`.
 */
export async function findCustomerWallet(
  db: Queryable,
  tenant: number,
  by: { customerId: string } | { accountNumber: string },
  at: Date,
): Promise<CustomerWalletRow | undefined> {
  const customerId = "customerId" in by ? by.customerId : null;
  const accountNumber = "accountNumber" in by ? by.accountNumber : null;
  const { rows } = await db.query<CustomerWalletRow>(
    `${customerWalletSql} and (w.customer_id = $3 or w.account_number = $4)`,
    [tenant, at, customerId, accountNumber],
  );
  return rows[0];
}

/** Returns the customers' wallets over these accounts, in the order of the accounts; does not lock. */
export async function findCustomerWallets(
  db: Queryable,
  tenant: number,
  accounts: readonly bigint[],
  at: Date,
): Promise<CustomerWalletRow[]> {
  const { rows } = await db.query<CustomerWalletRow>(
    `${customerWalletSql} and w.account_id = any($3::bigint[]) order by array_position($3::bigint[], w.account_id)`,
    [tenant, at, accounts],
  );
  return rows;
}

const customerWalletSql = `
select w.id, w.customer_id as "customerId", w.account_number as "accountNumber",
  w.account_name as "accountName", w.email, c.first_name as "firstName", c.last_name as "lastName",
  c.phone_number as "phoneNumber", c.address, a.balance,
  a.frozen or s.wallets_frozen_at is not null as frozen,
  case when a.frozen then w.freeze_reason else s.wallets_frozen_reason end as "freezeReason",
  case when a.frozen then w.freeze_cause when s.wallets_frozen_at is not null then 'emergency' end as "freezeCause",
  case when a.frozen then w.frozen_at else s.wallets_frozen_at end as "frozenAt",
  a.post_no_credit as "postNoCredit", w.post_no_credit_at as "postNoCreditAt",
  w.post_no_credit_reason as "postNoCreditReason", w.post_no_credit_by as "postNoCreditBy",
  array(select t.tag from wallet_tags t where t.tenant = w.tenant and t.account_id = w.account_id order by t.tag) as tags, a.tier, r.daily_limit as "dailyLimit", r.single_limit as "singleLimit",
  r.min_balance as "minBalance", r.max_balance as "maxBalance",
  case when a.day = ($2::timestamptz at time zone 'Africa/Lagos')::date then a.spent else 0::bigint end as "spentToday",
  w.pin_hash is not null as "isPinSet", c.bvn_verified_at is not null as "isBvnVerified",
  c.nin_verified_at is not null as "isNinVerified", c.phone_verified_at is not null as "isPhoneVerified",
  b.code as "bankCode", b.name as "bankName", w.created_at as "createdAt",
  greatest(w.updated_at, c.updated_at) as "updatedAt"
from wallets w
join customers c on c.tenant = w.tenant and c.id = w.customer_id
join accounts a on a.tenant = w.tenant and a.id = w.account_id
join tier_rules r on r.tenant = w.tenant and r.tier = a.tier
join tenant_settings s on s.tenant = w.tenant
cross join issuing_bank b
where w.tenant = $1`;

/** The fields of `GET /wallet/info` for any wallet, a customer's or the merchant's. Spec 2.2. */
export type WalletInfoRow = {
  id: string;
  email: string;
  accountName: string;
  balance: bigint;
  frozen: boolean;
  createdAt: Date;
};

export async function findWalletInfo(
  db: Queryable,
  tenant: number,
  accountNumber: string,
): Promise<WalletInfoRow | undefined> {
  const { rows } = await db.query<WalletInfoRow>(
    `select w.id, w.email, w.account_name as "accountName", a.balance,
       a.frozen or (a.kind = 'wallet' and s.wallets_frozen_at is not null) as frozen, w.created_at as "createdAt"
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     join tenant_settings s on s.tenant = w.tenant
     where w.tenant = $1 and w.account_number = $2`,
    [tenant, accountNumber],
  );
  return rows[0];
}

/** A customer's wallet with the fields that state rules read, and its account row; both locked. */
export type LockedWallet = {
  id: string;
  customerId: string;
  account: AccountRow;
  freeze: FreezeRow | null;
  isBvnVerified: boolean;
  isNinVerified: boolean;
};

/** Locks the account row, then the wallet row: accounts come first everywhere. Waits for a running flush. */
export async function lockWalletOfCustomer(
  tx: Transaction,
  tenant: number,
  customerId: string,
): Promise<LockedWallet | undefined> {
  const found = await tx.query<{ accountId: bigint }>(
    `select account_id as "accountId" from wallets where tenant = $1 and customer_id = $2`,
    [tenant, customerId],
  );
  const accountId = found.rows[0]?.accountId;
  if (accountId === undefined) return undefined;
  const account = await lockAccount(tx, tenant, accountId);
  const { rows } = await tx.query<Omit<LockedWallet, "account" | "freeze"> & FreezeColumns>(
    `select w.id, w.customer_id as "customerId", c.bvn_verified_at is not null as "isBvnVerified",
       c.nin_verified_at is not null as "isNinVerified", w.freeze_cause as cause, w.freeze_reason as reason,
       w.frozen_at as "frozenAt"
     from wallets w join customers c on c.tenant = w.tenant and c.id = w.customer_id
     where w.tenant = $1 and w.customer_id = $2 for update of w`,
    [tenant, customerId],
  );
  const [row] = rows;
  if (!account || !row) return undefined;
  const { cause, reason, frozenAt, ...wallet } = row;
  const freeze = cause && frozenAt && { cause, reason: reason ?? "", at: frozenAt };
  return { ...wallet, account, freeze };
}

type FreezeColumns = { cause: FreezeRow["cause"] | null; reason: string | null; frozenAt: Date | null };

/** Stores a freeze or, with `null`, its end: on the wallet for display, on the account for movement rules. */
export async function updateWalletFreeze(
  tx: Transaction,
  tenant: number,
  wallet: LockedWallet,
  freeze: FreezeRow | null,
  at: Date,
): Promise<void> {
  await updateAccountFlags(tx, tenant, wallet.account.id, { frozen: freeze !== null });
  await tx.query(
    `update wallets set freeze_cause = $3, freeze_reason = $4, frozen_at = $5, updated_at = $6
     where tenant = $1 and id = $2`,
    [tenant, wallet.id, freeze?.cause ?? null, freeze?.reason ?? null, freeze?.at ?? null, at],
  );
}

/** Stores post-no-credit: on the account for movement rules, with its time, reason and the actor's name on the wallet. */
export async function updateWalletPostNoCredit(
  tx: Transaction,
  tenant: number,
  wallet: LockedWallet,
  change: { postNoCredit: boolean; reason: string | null; by: string; at: Date },
): Promise<void> {
  const { postNoCredit, reason, by, at } = change;
  await updateAccountFlags(tx, tenant, wallet.account.id, { postNoCredit });
  await tx.query(
    `update wallets set post_no_credit_at = $3, post_no_credit_reason = $4, post_no_credit_by = $5, updated_at = $6
     where tenant = $1 and id = $2`,
    [tenant, wallet.id, ...(postNoCredit ? [at, reason, by] : [null, null, null]), at],
  );
}
