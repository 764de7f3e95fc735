import { binaryArray } from "../array-binary.ts";
import { arrays } from "../array-literal.ts";
import type { NewCustomer } from "../customers/customers.ts";
import type { Queryable } from "../pool.ts";
import { isUniqueViolation } from "../sql-errors.ts";
import type { Statement } from "../statement.ts";
import type { NewWallet } from "./wallets.ts";

/** The identifiers of a new wallet. A serial is never reused. `fee`: the platform's fee in kobo. */
export type WalletIdentifiers = { accountId: bigint; serial: bigint; bankCode: string; bankName: string; fee: bigint };

/** Takes the identifiers of `count` new wallets, one at least. */
export async function takeWalletIdentifiers(
  db: Queryable,
  tenant: number,
  count: number,
): Promise<WalletIdentifiers[]> {
  const { rows } = await db.query<WalletIdentifiers>({
    name: "take-wallet-identifiers",
    text: `select nextval('account_ids') as "accountId", nextval('account_serials') as serial, b.code as "bankCode",
        b.name as "bankName", s.wallet_creation_fee as fee
      from issuing_bank b cross join tenant_settings s cross join generate_series(1, $2::int) where s.tenant = $1`,
    values: [tenant, count],
  });
  if (rows.length === 0) throw new Error("the issuing bank or the tenant's settings are missing");
  return rows;
}

/** Leaves out the next serials: after a restore they may be known outside. Returns their number, less than `count` where the range ends. */
export async function skipAccountSerials(db: Queryable, count: number): Promise<number> {
  const { rows } = await db.query<{ skipped: number }>(
    `select count(nextval('account_serials'))::int as skipped
     from generate_series(1, (
       select least($1::int, s.seqmax - coalesce(pg_sequence_last_value(s.seqrelid), s.seqstart - 1))
       from pg_sequence s where s.seqrelid = 'account_serials'::regclass
     ))`,
    [count],
  );
  return rows[0]?.skipped ?? 0;
}

/** A customer with an empty wallet at a tier. */
export type NewCustomerWallet = { customer: NewCustomer; wallet: NewWallet; tier: 1 | 2 | 3 };

/**
 * Returns one statement that inserts customers, their empty wallets and the outbox records of `customer.created`. As separate
 * statements an import spent a third of its time between them, and one by one four fifths. The statement fails where an ID,
 * phone number, BVN or NIN exists: see `isCustomerTaken`.
 */
export function walletCreationStatement(tenant: number, creations: readonly NewCustomerWallet[]): Statement {
  const customers = creations.map(({ customer }) => customer);
  const wallets = creations.map(({ wallet }) => wallet);
  return {
    name: "create-customer-wallets",
    text: createSql,
    values: [
      tenant,
      binaryArray.uuid(customers.map((customer) => customer.id)),
      binaryArray.text(customers.map((customer) => customer.firstName)),
      binaryArray.text(customers.map((customer) => customer.lastName)),
      binaryArray.text(customers.map((customer) => customer.email)),
      binaryArray.text(customers.map((customer) => customer.phoneNumber)),
      binaryArray.date(customers.map((customer) => customer.dateOfBirth)),
      binaryArray.text(customers.map((customer) => customer.address)),
      binaryArray.jsonb(customers.map((customer) => customer.metadata)),
      binaryArray.bytea(customers.map((customer) => customer.bvn?.hash ?? null)),
      binaryArray.bytea(customers.map((customer) => customer.bvn?.sealed ?? null)),
      binaryArray.text(customers.map((customer) => customer.bvn?.last4 ?? null)),
      binaryArray.text(customers.map((customer) => customer.bvnFirstName)),
      binaryArray.text(customers.map((customer) => customer.bvnLastName)),
      binaryArray.timestamptz(customers.map((customer) => customer.bvnVerifiedAt)),
      binaryArray.bytea(customers.map((customer) => customer.nin?.hash ?? null)),
      binaryArray.bytea(customers.map((customer) => customer.nin?.sealed ?? null)),
      binaryArray.text(customers.map((customer) => customer.nin?.last4 ?? null)),
      binaryArray.timestamptz(customers.map((customer) => customer.ninVerifiedAt)),
      binaryArray.boolean(customers.map((customer) => customer.nameMatch)),
      binaryArray.timestamptz(customers.map((customer) => customer.at)),
      binaryArray.bigint(wallets.map((wallet) => wallet.accountId)),
      binaryArray.smallint(creations.map(({ tier }) => tier)),
      binaryArray.uuid(wallets.map((wallet) => wallet.id)),
      binaryArray.text(wallets.map((wallet) => wallet.accountNumber)),
      binaryArray.text(wallets.map((wallet) => wallet.accountName)),
      binaryArray.text(wallets.map((wallet) => wallet.email)),
      binaryArray.text(wallets.map((wallet) => wallet.freeze?.cause ?? null)),
      binaryArray.text(wallets.map((wallet) => wallet.freeze?.reason ?? null)),
      binaryArray.timestamptz(wallets.map((wallet) => wallet.freeze?.at ?? null)),
    ],
  };
}

// A wallet is inserted from its new customer, so that a duplicate fails as a customer and not as a wallet.
const createSql = `
with given as (
  select ${arrays(2, {
    id: "uuid",
    first_name: "text",
    last_name: "text",
    email: "text",
    phone_number: "text",
    date_of_birth: "date",
    address: "text",
    metadata: "jsonb",
    bvn_hash: "bytea",
    bvn_sealed: "bytea",
    bvn_last4: "text",
    bvn_first_name: "text",
    bvn_last_name: "text",
    bvn_verified_at: "timestamptz",
    nin_hash: "bytea",
    nin_sealed: "bytea",
    nin_last4: "text",
    nin_verified_at: "timestamptz",
    name_match: "boolean",
    at: "timestamptz",
    account: "bigint",
    tier: "smallint",
    wallet: "uuid",
    account_number: "text",
    account_name: "text",
    wallet_email: "text",
    freeze_cause: "text",
    freeze_reason: "text",
    frozen_at: "timestamptz",
  })}
), customer as (
  insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, address, metadata,
    bvn_hash, bvn_sealed, bvn_last4, bvn_first_name, bvn_last_name, bvn_verified_at,
    nin_hash, nin_sealed, nin_last4, nin_verified_at, name_match, created_at, updated_at)
  select $1, id, first_name, last_name, email, phone_number, date_of_birth, address, metadata, bvn_hash, bvn_sealed,
    bvn_last4, bvn_first_name, bvn_last_name, bvn_verified_at, nin_hash, nin_sealed, nin_last4, nin_verified_at, name_match,
    at, at from given
  returning id
), account as (
  insert into accounts (tenant, id, kind, tier, frozen)
  select $1, account, 'wallet', tier, frozen_at is not null from given
), wallet as (
  insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email,
    freeze_cause, freeze_reason, frozen_at, created_at, updated_at)
  select $1, g.wallet, g.account, customer.id, g.account_number, g.account_name, g.wallet_email, g.freeze_cause,
    g.freeze_reason, g.frozen_at, g.at, g.at from given g join customer on customer.id = g.id
)
insert into outbox (tenant, kind, object_id, at) select $1, 'customer.created', id, at from given`;

/** Whether a write failed because the tenant has a customer with this ID, phone number, BVN or NIN. */
export function isCustomerTaken(error: unknown): boolean {
  return isUniqueViolation(error, { table: "customers" });
}
