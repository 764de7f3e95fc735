import type { NewCustomer } from "./customers.ts";
import type { Queryable } from "./pool.ts";
import type { Statement } from "./statement.ts";
import { type NewWallet, newWalletStatement } from "./wallets.ts";

/** What a new wallet is called in the books and at the bank. A serial is never given twice. */
export type WalletIdentifiers = { accountId: bigint; serial: bigint; bankCode: string; bankName: string };

export async function takeWalletIdentifiers(db: Queryable): Promise<WalletIdentifiers> {
  const { rows } = await db.query<WalletIdentifiers>(
    `select nextval('account_ids') as "accountId", nextval('account_serials') as serial, code as "bankCode",
       name as "bankName" from issuing_bank`,
  );
  const [row] = rows;
  if (!row) throw new Error("the issuing bank is missing");
  return row;
}

/**
 * The rows of a customer with an empty wallet, and the cause of `customer.created`, as statements that are run in this order
 * in one transaction, with or without money. They fail where ID, phone number, BVN or NIN is taken: see `isCustomerTaken`.
 */
export function walletCreationStatements(
  tenant: number,
  { customer, wallet, tier }: { customer: NewCustomer; wallet: NewWallet; tier: 1 | 2 | 3 },
): Statement[] {
  return [
    newCustomerStatement(tenant, customer),
    {
      name: "open-wallet-account",
      text: "insert into accounts (tenant, id, kind, tier, frozen) values ($1, $2, 'wallet', $3, $4)",
      values: [tenant, wallet.accountId, tier, wallet.freeze !== null],
    },
    newWalletStatement(tenant, wallet),
    {
      name: "note-new-customer",
      text: "insert into outbox (tenant, kind, object_id, at) values ($1, 'customer.created', $2, $3)",
      values: [tenant, customer.id, customer.at],
    },
  ];
}

/** Whether a write failed because the tenant has a customer with that ID, phone number, BVN or NIN. */
export function isCustomerTaken(error: unknown): boolean {
  const { code, table } = (error ?? {}) as { code?: unknown; table?: unknown };
  return code === "23505" && table === "customers";
}

function newCustomerStatement(tenant: number, customer: NewCustomer): Statement {
  return {
    name: "add-customer",
    text: `insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, address, metadata,
        bvn_hash, bvn_sealed, bvn_last4, bvn_first_name, bvn_last_name, bvn_verified_at,
        nin_hash, nin_sealed, nin_last4, nin_verified_at, name_match, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)`,
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
    ],
  };
}
