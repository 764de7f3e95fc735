import { binaryArray } from "../array-binary.ts";
import { bytesArray, textArray } from "../array-literal.ts";
import type { Queryable, Transaction } from "../pool.ts";

/** A stored identity number: sealed for reading, hashed for lookups, with its last four digits for display. */
export type SealedNumber = { hash: Buffer; sealed: Buffer; last4: string };

/** The identity number of a new customer. Without the hash no lookup finds it. */
export type SubmittedNumber = Omit<SealedNumber, "hash"> & { hash: Buffer | null };

export type NewCustomer = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  dateOfBirth: string;
  address: string | null;
  metadata: Record<string, unknown>;
  bvn: SubmittedNumber | null;
  bvnFirstName: string | null;
  bvnLastName: string | null;
  bvnVerifiedAt: Date | null;
  nin: SubmittedNumber | null;
  ninVerifiedAt: Date | null;
  nameMatch: boolean | null;
  at: Date;
};

/** What makes a customer the same as another: the ID, the phone number, the hashes of BVN and NIN. */
export type CustomerNumbers = { id: string; phoneNumber: string; bvnHash: Buffer | null; ninHash: Buffer | null };

/** Returns the customer who already has the ID, phone number, BVN or NIN, in this order; does not lock. */
export async function findCustomerIdLike(
  db: Queryable,
  tenant: number,
  like: CustomerNumbers,
): Promise<string | undefined> {
  const [id] = await findCustomerIdsLike(db, tenant, [like]);
  return id;
}

/** The same for many, in their order. */
export async function findCustomerIdsLike(
  db: Queryable,
  tenant: number,
  wanted: readonly CustomerNumbers[],
): Promise<(string | undefined)[]> {
  // Not prepared: a plan of an import's first group would be wrong for its last. Each index is walked once for all.
  const { rows } = await db.query<CustomerNumbers>(
    `select id, phone_number as "phoneNumber", bvn_hash as "bvnHash", nin_hash as "ninHash" from customers
     where tenant = $1 and id = any ($2::uuid[])
     union all select id, phone_number, bvn_hash, nin_hash from customers where tenant = $1 and phone_number = any ($3::text[])
     union all select id, phone_number, bvn_hash, nin_hash from customers where tenant = $1 and bvn_hash = any ($4::bytea[])
     union all select id, phone_number, bvn_hash, nin_hash from customers where tenant = $1 and nin_hash = any ($5::bytea[])`,
    [
      tenant,
      binaryArray.uuid(wanted.map(({ id }) => id)),
      binaryArray.text(wanted.map(({ phoneNumber }) => phoneNumber)),
      binaryArray.bytea(wanted.flatMap(({ bvnHash }) => bvnHash ?? [])),
      binaryArray.bytea(wanted.flatMap(({ ninHash }) => ninHash ?? [])),
    ],
  );
  const known = new Map(rows.flatMap((row) => keysOf(row).map((key) => [key, row.id])));
  return wanted.map((one) => keysOf(one).flatMap((key) => known.get(key) ?? [])[0]);
}

/** The numbers as texts, the first to decide first. */
function keysOf({ id, phoneNumber, bvnHash, ninHash }: CustomerNumbers): string[] {
  const keys = [`id ${id.toLowerCase()}`, `phone ${phoneNumber}`];
  if (bvnHash) keys.push(`bvn ${bvnHash.toString("base64")}`);
  if (ninHash) keys.push(`nin ${ninHash.toString("base64")}`);
  return keys;
}

/** What a new customer would share with an existing one; BVN and NIN as their hashes. */
export type WantedCustomer = {
  phoneNumber: string | null;
  bvnHash: Buffer | null;
  ninHash: Buffer | null;
  email: string | null;
};
/** `by`: the first of these values that is the same. */
export type LikeCustomer = {
  customerId: string;
  name: string;
  accountNumber: string;
  by: "phone_number" | "bvn" | "nin" | "email";
};

const NO_HASH = Buffer.alloc(0);

/** Returns the existing customer that is like each wanted one, by its position; does not lock. */
export async function findCustomersLike(
  db: Queryable,
  tenant: number,
  wanted: readonly WantedCustomer[],
): Promise<Map<number, LikeCustomer>> {
  const { rows } = await db.query<LikeCustomer & { nth: number }>({
    name: "find-customers-like",
    text: `select wanted.nth::int, found.id as "customerId", found.first_name || ' ' || found.last_name as name,
        wallet.account_number as "accountNumber", found.by
      from unnest($2::text[], $3::bytea[], $4::bytea[], $5::text[]) with ordinality as wanted (phone, bvn, nin, email, nth)
      cross join lateral (
        select * from (
          (select id, first_name, last_name, 'phone_number' as by, 1 as place from customers
            where tenant = $1 and phone_number = wanted.phone)
          union all (select id, first_name, last_name, 'bvn', 2 from customers where tenant = $1 and bvn_hash = wanted.bvn)
          union all (select id, first_name, last_name, 'nin', 3 from customers where tenant = $1 and nin_hash = wanted.nin)
          union all (select id, first_name, last_name, 'email', 4 from customers
            where tenant = $1 and lower(email) collate "C" = lower(wanted.email) limit 1)
        ) same order by place limit 1
      ) found
      cross join lateral (
        select account_number from wallets where tenant = $1 and customer_id = found.id limit 1
      ) wallet`,
    values: [
      tenant,
      textArray(wanted.map(({ phoneNumber }) => phoneNumber)),
      bytesArray(wanted.map(({ bvnHash }) => bvnHash ?? NO_HASH)),
      bytesArray(wanted.map(({ ninHash }) => ninHash ?? NO_HASH)),
      textArray(wanted.map(({ email }) => email)),
    ],
  });
  return new Map(rows.map(({ nth, ...like }) => [nth - 1, like]));
}

/** A customer as shown to the merchant; `null` where no value was given. */
export type CustomerRow = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  dateOfBirth: string;
  address: string | null;
  metadata: Record<string, unknown> | null;
  bvnLast4: string | null;
  bvnFirstName: string | null;
  bvnLastName: string | null;
  ninLast4: string | null;
  nameMatch: boolean | null;
  isBvnVerified: boolean;
  isNinVerified: boolean;
  isPhoneVerified: boolean;
  tier: 1 | 2 | 3;
  walletId: string;
  accountNumber: string;
  createdAt: Date;
  updatedAt: Date;
};

/**
 * The identifiers by which customers are looked up: their IDs, a stored phone number, or the accounts of their wallets.
 */
export type CustomerNames = { ids: readonly string[] } | { phoneNumber: string } | { accounts: readonly bigint[] };

/**
 * Returns the tenant's customers with these identifiers; accounts keep their order. Without `hasMetadata` it is null, and not read:
 * older customers may have much of it. Does not lock.
 */
export async function findCustomers(
  db: Queryable,
  tenant: number,
  names: CustomerNames,
  { hasMetadata } = { hasMetadata: true },
): Promise<CustomerRow[]> {
  const condition =
    "ids" in names
      ? "w.customer_id = any($2::uuid[])"
      : "accounts" in names
        ? "w.account_id = any($2::bigint[]) order by array_position($2::bigint[], w.account_id)"
        : "c.phone_number = $2";
  const value = "ids" in names ? names.ids : "accounts" in names ? names.accounts : names.phoneNumber;
  // Not null: "tier". The account of a customer's wallet has one (accounts_tier_of_wallets).
  const { rows } = await db.query<CustomerRow>(
    `select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone_number as "phoneNumber",
       c.date_of_birth as "dateOfBirth", c.address, case when $3 then c.metadata end as metadata, c.bvn_last4 as "bvnLast4",
       c.bvn_first_name as "bvnFirstName", c.bvn_last_name as "bvnLastName", c.nin_last4 as "ninLast4",
       c.name_match as "nameMatch", c.bvn_verified_at is not null as "isBvnVerified",
       c.nin_verified_at is not null as "isNinVerified", c.phone_verified_at is not null as "isPhoneVerified",
       a.tier, w.id as "walletId", w.account_number as "accountNumber", c.created_at as "createdAt",
       c.updated_at as "updatedAt"
     from wallets w
     join customers c on c.tenant = w.tenant and c.id = w.customer_id
     join accounts a on a.tenant = w.tenant and a.id = w.account_id
     where w.tenant = $1 and ${condition}`,
    [tenant, value, hasMetadata],
  );
  return rows;
}

/** The fields of a customer that can change. */
export type CustomerFacts = {
  firstName: string;
  lastName: string;
  address: string | null;
  phoneNumber: string;
  metadata: Record<string, unknown>;
};

type LockedCustomer = CustomerFacts & {
  isPhoneVerified: boolean;
  bvnFirstName: string | null;
  bvnLastName: string | null;
};

/** Returns the customer's own fields and locks the customer until `tx` ends. Lock order: customer, account, wallet. */
export async function lockCustomer(tx: Transaction, tenant: number, id: string): Promise<LockedCustomer | undefined> {
  const { rows } = await tx.query<LockedCustomer>(
    `select first_name as "firstName", last_name as "lastName", address, phone_number as "phoneNumber", metadata,
       phone_verified_at is not null as "isPhoneVerified", bvn_first_name as "bvnFirstName", bvn_last_name as "bvnLastName"
     from customers where tenant = $1 and id = $2 for update`,
    [tenant, id],
  );
  return rows[0];
}

/** Updates the customer's time of change where a displayed value lies in another table, such as the tier. */
export async function touchCustomer(tx: Transaction, tenant: number, id: string, at: Date): Promise<void> {
  await tx.query("update customers set updated_at = $3 where tenant = $1 and id = $2", [tenant, id, at]);
}

/**
 * Stores a customer's fields and the name on the wallet. A new phone number is not verified. `nameMatch` says whether
 * the name still matches the name registered with the BVN; null keeps the stored value.
 */
export async function updateCustomerFacts(
  tx: Transaction,
  tenant: number,
  id: string,
  facts: CustomerFacts & { nameMatch: boolean | null; at: Date },
): Promise<void> {
  await tx.query(
    `update customers set first_name = $3, last_name = $4, address = $5, phone_number = $6, metadata = $7, updated_at = $8,
       phone_verified_at = case when phone_number = $6 then phone_verified_at end, name_match = coalesce($9, name_match)
     where tenant = $1 and id = $2`,
    [
      tenant,
      id,
      facts.firstName,
      facts.lastName,
      facts.address,
      facts.phoneNumber,
      facts.metadata,
      facts.at,
      facts.nameMatch,
    ],
  );
  await tx.query(
    `update wallets set account_name = $3, updated_at = $4 where tenant = $1 and customer_id = $2 and account_name <> $3`,
    [tenant, id, `${facts.firstName} ${facts.lastName}`, facts.at],
  );
}
