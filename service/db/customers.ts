import type { Queryable, Transaction } from "./pool.ts";

/** A number of a register as it is kept: sealed to be readable, hashed to be found, four digits to be shown. */
export type SealedNumber = { hash: Buffer; sealed: Buffer; last4: string };

export type NewCustomer = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  dateOfBirth: string;
  address: string | null;
  metadata: object;
  bvn: SealedNumber | null;
  bvnFirstName: string | null;
  bvnLastName: string | null;
  bvnVerifiedAt: Date | null;
  nin: SealedNumber | null;
  ninVerifiedAt: Date | null;
  nameMatch: boolean | null;
  at: Date;
};

/** Adds a customer. False when the ID, phone number, BVN or NIN belongs to one of this tenant already. */
export async function insertCustomer(tx: Transaction, tenant: number, customer: NewCustomer): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, address, metadata,
       bvn_hash, bvn_sealed, bvn_last4, bvn_first_name, bvn_last_name, bvn_verified_at,
       nin_hash, nin_sealed, nin_last4, nin_verified_at, name_match, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)
     on conflict do nothing`,
    [
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
  );
  return rowCount === 1;
}

/** The customer who already has the ID, phone number, BVN or NIN, in that order; not locked. */
export async function findCustomerIdLike(
  db: Queryable,
  tenant: number,
  like: { id: string; phoneNumber: string; bvnHash: Buffer | null; ninHash: Buffer | null },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (
       select id, 1 as place from customers where tenant = $1 and id = $2
       union all select id, 2 from customers where tenant = $1 and phone_number = $3
       union all select id, 3 from customers where tenant = $1 and bvn_hash = $4
       union all select id, 4 from customers where tenant = $1 and nin_hash = $5) found
     order by place limit 1`,
    [tenant, like.id, like.phoneNumber, like.bvnHash, like.ninHash],
  );
  return rows[0]?.id;
}
