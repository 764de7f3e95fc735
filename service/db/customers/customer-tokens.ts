import type { Queryable, Transaction } from "../pool.ts";

/** The caller that a customer token identifies: the customer, the tenant, and the account's current mode. */
export type CustomerCallerRow = {
  customerId: string;
  name: string;
  tenantId: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  accountMode: "SANDBOX" | "PRODUCTION";
  expiresAt: Date;
  suspendedAt: Date | null;
};

export async function insertCustomerToken(
  tx: Transaction,
  tenant: number,
  token: { hash: Buffer; customerId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    "insert into customer_tokens (hash, tenant, customer_id, created_at, expires_at) values ($1, $2, $3, $4, $5)",
    [token.hash, tenant, token.customerId, token.at, token.expiresAt],
  );
}

/** Returns the owner of a customer token, unless it has expired; does not lock. */
export async function findCustomerCaller(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<CustomerCallerRow | undefined> {
  const { rows } = await db.query<CustomerCallerRow>(
    `select k.customer_id as "customerId", c.first_name || ' ' || c.last_name as name, t.id as "tenantId",
       t.merchant_id as "merchantId", t.mode, a.mode as "accountMode", k.expires_at as "expiresAt",
       a.suspended_at as "suspendedAt"
     from customer_tokens k
     join customers c on c.tenant = k.tenant and c.id = k.customer_id
     join tenants t on t.id = k.tenant
     join merchants a on a.id = t.merchant_id
     where k.hash = $1 and k.expires_at > $2`,
    [hash, now],
  );
  return rows[0];
}

export async function deleteEndedCustomerTokens(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("delete from customer_tokens where expires_at <= $1", [now]);
  return rowCount ?? 0;
}

/** A code sent to a phone number. It is valid for that number until it expires. `sent` counts since `firstSentAt`. */
export type PhoneCodeRow = {
  phoneNumber: string;
  codeHash: Buffer;
  attempts: number;
  sent: number;
  firstSentAt: Date;
  sentAt: Date;
  expiresAt: Date;
};

/** Returns the customer's last code and locks it until `tx` ends. Lock the customer first. */
export async function lockPhoneCode(
  tx: Transaction,
  tenant: number,
  customerId: string,
): Promise<PhoneCodeRow | undefined> {
  const { rows } = await tx.query<PhoneCodeRow>(
    `select phone_number as "phoneNumber", code_hash as "codeHash", attempts, sent, first_sent_at as "firstSentAt",
       sent_at as "sentAt", expires_at as "expiresAt"
     from phone_codes where tenant = $1 and customer_id = $2 for update`,
    [tenant, customerId],
  );
  return rows[0];
}

/** Stores a new code and replaces the previous one. */
export async function upsertPhoneCode(
  tx: Transaction,
  tenant: number,
  customerId: string,
  code: Omit<PhoneCodeRow, "attempts">,
): Promise<void> {
  await tx.query(
    `insert into phone_codes (tenant, customer_id, phone_number, code_hash, sent, first_sent_at, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant, customer_id) do update set phone_number = $3, code_hash = $4, attempts = 0, sent = $5,
       first_sent_at = $6, sent_at = $7, expires_at = $8`,
    [tenant, customerId, code.phoneNumber, code.codeHash, code.sent, code.firstSentAt, code.sentAt, code.expiresAt],
  );
}

export async function updatePhoneCodeAttempts(tx: Transaction, tenant: number, customerId: string): Promise<void> {
  await tx.query("update phone_codes set attempts = attempts + 1 where tenant = $1 and customer_id = $2", [
    tenant,
    customerId,
  ]);
}

/** Marks the phone number as verified and deletes the code, so that it works once. */
export async function updatePhoneVerified(
  tx: Transaction,
  tenant: number,
  customerId: string,
  at: Date,
): Promise<void> {
  await tx.query("delete from phone_codes where tenant = $1 and customer_id = $2", [tenant, customerId]);
  await tx.query("update customers set phone_verified_at = $3, updated_at = $3 where tenant = $1 and id = $2", [
    tenant,
    customerId,
    at,
  ]);
}

/** Deletes expired codes whose daily count began before `countedBefore`. */
export async function deleteEndedPhoneCodes(
  db: Queryable,
  { countedBefore, now }: { countedBefore: Date; now: Date },
): Promise<number> {
  const { rowCount } = await db.query("delete from phone_codes where first_sent_at <= $1 and expires_at <= $2", [
    countedBefore,
    now,
  ]);
  return rowCount ?? 0;
}
