import type { Queryable, Transaction } from "../pool.ts";

export type NewRegistration = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  businessName: string;
  businessType: string;
  codeHash: Buffer;
  expiresAt: Date;
  at: Date;
};

/** Inserts a registration attempt. Other attempts with the same email remain. */
export async function insertRegistration(tx: Transaction, registration: NewRegistration): Promise<void> {
  await tx.query(
    `insert into registrations (id, email, password_hash, first_name, last_name, phone_number, business_name, business_type,
       code_hash, expires_at, sent_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      registration.id,
      registration.email,
      registration.passwordHash,
      registration.firstName,
      registration.lastName,
      registration.phoneNumber,
      registration.businessName,
      registration.businessType,
      registration.codeHash,
      registration.expiresAt,
      registration.at,
    ],
  );
}

export type RegistrationRow = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  businessName: string;
  businessType: string;
  sentAt: Date;
  expiresAt: Date;
};

const columns = `id, email, password_hash as "passwordHash", first_name as "firstName", last_name as "lastName",
  phone_number as "phoneNumber", business_name as "businessName", business_type as "businessType", sent_at as "sentAt",
  expires_at as "expiresAt"`;

/** Returns the attempt of an activation code and locks it until `tx` ends, so that the code works once. */
export async function lockRegistrationOfCode(tx: Transaction, codeHash: Buffer): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations where code_hash = $1 for update`,
    [codeHash],
  );
  return rows[0];
}

/** Returns the newest attempt of an email in lower case and locks it. */
export async function lockNewestRegistration(tx: Transaction, email: string): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations where email = $1 order by created_at desc, id desc limit 1 for update`,
    [email],
  );
  return rows[0];
}

export async function updateRegistrationCode(
  tx: Transaction,
  id: string,
  code: { hash: Buffer; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query("update registrations set code_hash = $2, sent_at = $3, expires_at = $4 where id = $1", [
    id,
    code.hash,
    code.sentAt,
    code.expiresAt,
  ]);
}

/** Deletes all attempts of an email after one of them has become an account. */
export async function deleteRegistrationsOf(tx: Transaction, email: string): Promise<void> {
  await tx.query("delete from registrations where email = $1", [email]);
}

/** Deletes attempts whose code expired before `before`. */
export async function deleteRegistrationsBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from registrations where expires_at < $1", [before]);
  return rowCount ?? 0;
}

/** Whether an attempt already uses this code. */
export async function isCodeTaken(db: Queryable, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from registrations where code_hash = $1) as found",
    [codeHash],
  );
  return rows[0]?.found ?? false;
}
