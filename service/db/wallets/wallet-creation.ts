import type { NewCustomer } from "../customers/customers.ts";
import type { Queryable } from "../pool.ts";
import { isUniqueViolation } from "../sql-errors.ts";
import type { Statement } from "../statement.ts";
import type { NewWallet } from "./wallets.ts";

/** The identifiers of a new wallet. A serial is never reused. `fee`: the platform's fee in kobo. */
export type WalletIdentifiers = { accountId: bigint; serial: bigint; bankCode: string; bankName: string; fee: bigint };

export async function takeWalletIdentifiers(db: Queryable, tenant: number): Promise<WalletIdentifiers> {
  const { rows } = await db.query<WalletIdentifiers>({
    name: "take-wallet-identifiers",
    text: `select nextval('account_ids') as "accountId", nextval('account_serials') as serial, b.code as "bankCode",
        b.name as "bankName", s.wallet_creation_fee as fee
      from issuing_bank b cross join tenant_settings s where s.tenant = $1`,
    values: [tenant],
  });
  const [row] = rows;
  if (!row) throw new Error("the issuing bank or the tenant's settings are missing");
  return row;
}

/**
 * Returns one statement that inserts a customer, an empty wallet and the outbox record of `customer.created`. As
 * separate statements an import of customers spent a third of its time between them. The statement fails where the ID,
 * phone number, BVN or NIN exists: see `isCustomerTaken`.
 */
export function walletCreationStatement(
  tenant: number,
  { customer, wallet, tier }: { customer: NewCustomer; wallet: NewWallet; tier: 1 | 2 | 3 },
): Statement {
  return {
    name: "create-customer-wallet",
    text: createSql,
    values: [
      tenant,
      customer.id,
      customer.firstName,
      customer.lastName,
      customer.email,
      customer.phoneNumber,
      customer.dateOfBirth,
      customer.address,
      customer.metadata,
      customer.bvn?.hash ?? null,
      customer.bvn?.sealed ?? null,
      customer.bvn?.last4 ?? null,
      customer.bvnFirstName,
      customer.bvnLastName,
      customer.bvnVerifiedAt,
      customer.nin?.hash ?? null,
      customer.nin?.sealed ?? null,
      customer.nin?.last4 ?? null,
      customer.ninVerifiedAt,
      customer.nameMatch,
      customer.at,
      wallet.accountId,
      tier,
      wallet.id,
      wallet.accountNumber,
      wallet.accountName,
      wallet.email,
      wallet.freeze?.cause ?? null,
      wallet.freeze?.reason ?? null,
      wallet.freeze?.at ?? null,
    ],
  };
}

// The wallet is inserted from the new customer, so that a duplicate fails as a customer and not as a wallet.
const createSql = `
with customer as (
  insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, address, metadata,
    bvn_hash, bvn_sealed, bvn_last4, bvn_first_name, bvn_last_name, bvn_verified_at,
    nin_hash, nin_sealed, nin_last4, nin_verified_at, name_match, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)
  returning id
), account as (
  insert into accounts (tenant, id, kind, tier, frozen) values ($1, $22, 'wallet', $23, $30::timestamptz is not null)
), wallet as (
  insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email,
    freeze_cause, freeze_reason, frozen_at, created_at, updated_at)
  select $1, $24, $22, customer.id, $25, $26, $27, $28, $29, $30, $21, $21 from customer
)
insert into outbox (tenant, kind, object_id, at) values ($1, 'customer.created', $2, $21)`;

/** Whether a write failed because the tenant has a customer with this ID, phone number, BVN or NIN. */
export function isCustomerTaken(error: unknown): boolean {
  return isUniqueViolation(error, { table: "customers" });
}
