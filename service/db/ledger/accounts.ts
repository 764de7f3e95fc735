import { type Database, ofAllTenants, type Queryable, type Transaction } from "../pool.ts";

/** The accounts of the bank rails, each in stripes. Rails 4. */
export const RAIL_ACCOUNTS = [
  "payout_hold",
  "payout_review",
  "bank_float",
  "vat_payable",
  "duty_payable",
  "inbound_suspense",
  "receivable",
] as const;
export type RailAccountKind = (typeof RAIL_ACCOUNTS)[number];

/** The accounts behind all cards of a tenant, each in stripes. Cards 4. */
const CARD_ACCOUNTS = ["card_hold", "issuer_settlement", "receivable"] as const;
export type CardAccountKind = (typeof CARD_ACCOUNTS)[number];

export type AccountKind =
  | "wallet"
  | "merchant"
  | "platform_fee"
  | "merchant_fee"
  | "funding"
  | "wallet_fee"
  | "card_account"
  | CardAccountKind
  | RailAccountKind;

/** An account row. Money in kobo. `spent` counts for `day` only (Africa/Lagos). */
export type AccountRow = {
  tenant: number;
  id: bigint;
  kind: AccountKind;
  tier: 1 | 2 | 3 | null;
  frozen: boolean;
  postNoCredit: boolean;
  balance: bigint;
  seq: bigint;
  day: string | null;
  spent: bigint;
};

const columns = `tenant, id, kind, tier, frozen, post_no_credit as "postNoCredit", balance, seq, day, spent`;

/**
 * Opens the internal accounts of a new tenant: the merchant's account, the issuing account of sandbox funds, and the
 * first fee stripes. Lanes open further stripes when they need them. Returns the account of the merchant's wallet.
 */
export async function openBooks(tx: Transaction, tenantId: number): Promise<{ merchantAccountId: bigint }> {
  const { rows } = await tx.query<{ id: bigint; kind: AccountKind }>(
    `insert into accounts (tenant, id, kind)
     select $1, nextval('account_ids'), kind from unnest('{merchant,funding,platform_fee,merchant_fee}'::text[]) kind
     returning id, kind`,
    [tenantId],
  );
  const merchant = rows.find((row) => row.kind === "merchant");
  if (!merchant) throw new Error("the merchant account was not opened");
  return { merchantAccountId: merchant.id };
}

/** Opens an empty account for a customer's wallet and returns its ID. Only postings change the balance. */
export async function openWalletAccount(
  tx: Transaction,
  tenantId: number,
  wallet: { tier: 1 | 2 | 3; frozen: boolean },
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into accounts (tenant, id, kind, tier, frozen) values ($1, nextval('account_ids'), 'wallet', $2, $3)
     returning id`,
    [tenantId, wallet.tier, wallet.frozen],
  );
  const [row] = rows;
  if (!row) throw new Error("the wallet account was not opened");
  return row.id;
}

/** Returns the account that receives wallet creation fees. Opens it at the first fee. */
export async function openWalletFeeAccount(db: Queryable, tenantId: number): Promise<bigint> {
  const find = () =>
    db.query<{ id: bigint }>("select id from accounts where tenant = $1 and kind = 'wallet_fee' and kind <> 'wallet'", [
      tenantId,
    ]);
  const [known] = (await find()).rows;
  if (known) return known.id;
  await db.query(
    `insert into accounts (tenant, id, kind) values ($1, nextval('account_ids'), 'wallet_fee') on conflict do nothing`,
    [tenantId],
  );
  const [opened] = (await find()).rows;
  if (!opened) throw new Error("the account for wallet fees was not opened");
  return opened.id;
}

/** The stripes of the rail accounts, so that two lanes can post bank transfers of one tenant at the same time. */
export const RAIL_STRIPES = 4;

/** The ID of a tenant's account of a kind and stripe. */
type StripedAccounts<Kind> = (kind: Kind, stripe: number) => bigint;
export type RailAccounts = StripedAccounts<RailAccountKind>;
export type CardAccounts = StripedAccounts<CardAccountKind>;

/** The rail accounts, remembered: an account never moves. For callers that post many bank transfers. */
export const railAccountsOf: (db: Database, tenantId: number) => Promise<RailAccounts> = remembered(openRailAccounts);
/** The accounts of a tenant's cards, remembered. Opened at the first authorization. Cards 4. */
export const cardAccountsOf: (db: Database, tenantId: number) => Promise<CardAccounts> = remembered((db, tenantId) =>
  openStripes(db, tenantId, CARD_ACCOUNTS),
);

function remembered<T>(open: (db: Queryable, tenantId: number) => Promise<T>) {
  const processes = new WeakMap<Database, Map<number, T>>();
  return async (db: Database, tenantId: number): Promise<T> => {
    const process = ofAllTenants(db);
    const known = processes.get(process) ?? new Map<number, T>();
    processes.set(process, known);
    const accounts = known.get(tenantId) ?? (await open(db, tenantId));
    known.set(tenantId, accounts);
    return accounts;
  };
}

/** Returns the rail accounts of a tenant. Opens them at the first bank transfer. Rails 4. */
export function openRailAccounts(db: Queryable, tenantId: number): Promise<RailAccounts> {
  return openStripes(db, tenantId, RAIL_ACCOUNTS);
}

async function openStripes<Kind extends AccountKind>(
  db: Queryable,
  tenantId: number,
  kinds: readonly Kind[],
): Promise<StripedAccounts<Kind>> {
  const find = async () => {
    const { rows } = await db.query<{ kind: AccountKind; ids: string[] }>(
      `select kind, array_agg(id order by stripe) as ids from accounts
       where tenant = $1 and kind = any($2::text[]) and kind <> 'wallet' group by kind`,
      [tenantId, kinds],
    );
    return rows;
  };
  let rows = await find();
  if (rows.length < kinds.length) {
    await db.query(
      `insert into accounts (tenant, id, kind, stripe)
       select $1, nextval('account_ids'), kind, stripe
       from unnest($2::text[]) kind cross join generate_series(0, $3::int - 1) stripe on conflict do nothing`,
      [tenantId, kinds, RAIL_STRIPES],
    );
    rows = await find();
  }
  return (kind, stripe) => {
    const id = rows.find((row) => row.kind === kind)?.ids[stripe];
    if (id === undefined) throw new Error(`tenant ${tenantId} has no ${kind} account ${stripe}`);
    return BigInt(id);
  };
}

/**
 * Returns the account and locks it until `tx` ends. Waits for a running flush; later flushes see the changes of `tx`.
 */
export async function lockAccount(
  tx: Transaction,
  tenantId: number,
  accountId: bigint,
): Promise<AccountRow | undefined> {
  const { rows } = await tx.query<AccountRow>(
    `select ${columns} from accounts where tenant = $1 and id = $2 for update`,
    [tenantId, accountId],
  );
  return rows[0];
}

/** Changes the flags that rules read, never the balance. Locks the row, so it cannot race with postings. */
export async function updateAccountFlags(
  tx: Transaction,
  tenantId: number,
  accountId: bigint,
  flags: { frozen?: boolean; postNoCredit?: boolean; tier?: 1 | 2 | 3 },
): Promise<void> {
  await tx.query(
    `update accounts set frozen = coalesce($3, frozen), post_no_credit = coalesce($4, post_no_credit),
       tier = coalesce($5, tier)
     where tenant = $1 and id = $2`,
    [tenantId, accountId, flags.frozen ?? null, flags.postNoCredit ?? null, flags.tier ?? null],
  );
}

/**
 * Returns the tenant's internal accounts that movements name: the merchant's account and the issuing account of sandbox
 * funds.
 */
export async function findBooks(
  db: Queryable,
  tenantId: number,
): Promise<{ merchantAccountId: bigint; fundingAccountId: bigint } | undefined> {
  const { rows } = await db.query<{ kind: AccountKind; id: bigint }>(
    `select kind, id from accounts where tenant = $1 and kind in ('merchant', 'funding') and kind <> 'wallet'`,
    [tenantId],
  );
  const merchant = rows.find((row) => row.kind === "merchant");
  const funding = rows.find((row) => row.kind === "funding");
  return merchant && funding && { merchantAccountId: merchant.id, fundingAccountId: funding.id };
}
