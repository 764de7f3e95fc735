import type { Queryable, Transaction } from "../pool.ts";
import { isUniqueViolation } from "../sql-errors.ts";
import type { SealedNumber } from "./customers.ts";

/** The two identity numbers: Bank Verification Number and National Identification Number. */
export type NumberKind = "bvn" | "nin";

/** The fields of a customer that identity checks need. The hashes find a number but do not reveal it. */
export type CustomerIdentityRow = {
  id: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  phoneNumber: string;
  bvnHash: Buffer | null;
  bvnLast4: string | null;
  isBvnVerified: boolean;
  ninHash: Buffer | null;
  ninLast4: string | null;
  isNinVerified: boolean;
  nameMatch: boolean | null;
};

const identitySql = `select id, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth",
    phone_number as "phoneNumber", bvn_hash as "bvnHash", bvn_last4 as "bvnLast4",
    bvn_verified_at is not null as "isBvnVerified", nin_hash as "ninHash", nin_last4 as "ninLast4",
    nin_verified_at is not null as "isNinVerified", name_match as "nameMatch"
  from customers where tenant = $1 and id = $2`;

/** Does not lock. */
export async function findCustomerIdentity(
  db: Queryable,
  tenant: number,
  customerId: string,
): Promise<CustomerIdentityRow | undefined> {
  const { rows } = await db.query<CustomerIdentityRow>(identitySql, [tenant, customerId]);
  return rows[0];
}

/** The same; locks the customer until `tx` ends. Lock order: customer, account, wallet. */
export async function lockCustomerIdentity(
  tx: Transaction,
  tenant: number,
  customerId: string,
): Promise<CustomerIdentityRow | undefined> {
  const { rows } = await tx.query<CustomerIdentityRow>(`${identitySql} for update`, [tenant, customerId]);
  return rows[0];
}

/** Returns the ID of the tenant's customer with this number; does not lock. */
export async function findHolderOfNumber(
  db: Queryable,
  tenant: number,
  kind: NumberKind,
  hash: Buffer,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(`select id from customers where tenant = $1 and ${kind}_hash = $2`, [
    tenant,
    hash,
  ]);
  return rows[0]?.id;
}

/** Stores a BVN that the registry confirmed, with the registered names. */
export async function updateVerifiedBvn(
  tx: Transaction,
  tenant: number,
  customerId: string,
  bvn: SealedNumber & { firstName: string; lastName: string; at: Date },
): Promise<void> {
  await tx.query(
    `update customers set bvn_hash = $3, bvn_sealed = $4, bvn_last4 = $5, bvn_first_name = $6, bvn_last_name = $7,
       bvn_verified_at = $8, name_match = true, updated_at = $8
     where tenant = $1 and id = $2`,
    [tenant, customerId, bvn.hash, bvn.sealed, bvn.last4, bvn.firstName, bvn.lastName, bvn.at],
  );
}

/** Stores a NIN that the registry confirmed. Where a BVN exists, `name_match` continues to refer to the BVN. */
export async function updateVerifiedNin(
  tx: Transaction,
  tenant: number,
  customerId: string,
  nin: SealedNumber & { at: Date },
): Promise<void> {
  await tx.query(
    `update customers set nin_hash = $3, nin_sealed = $4, nin_last4 = $5, nin_verified_at = $6,
       name_match = case when bvn_last4 is null then true else name_match end, updated_at = $6
     where tenant = $1 and id = $2`,
    [tenant, customerId, nin.hash, nin.sealed, nin.last4, nin.at],
  );
}

/** Whether a write failed because another customer of the tenant has this BVN or NIN. */
export function isNumberTaken(error: unknown): boolean {
  return isUniqueViolation(error, {
    constraint: ["customers_tenant_bvn_hash_key", "customers_tenant_nin_hash_key"],
  });
}
