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
  /** Null where no text message is sent. */
  smsCodeHash: Buffer | null;
  expiresAt: Date;
  at: Date;
};

/** Inserts a registration attempt. Other attempts with the same email remain. */
export async function insertRegistration(tx: Transaction, registration: NewRegistration): Promise<void> {
  await tx.query(
    `insert into registrations (id, email, password_hash, first_name, last_name, phone_number, business_name, business_type,
       code_hash, expires_at, sent_at, created_at, sms_code_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)`,
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
      registration.smsCodeHash,
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
  /** The hash of the mailed code. */
  codeHash: Buffer;
  sentAt: Date;
  expiresAt: Date;
};

const columns = `id, email, password_hash as "passwordHash", first_name as "firstName", last_name as "lastName",
  phone_number as "phoneNumber", business_name as "businessName", business_type as "businessType", code_hash as "codeHash",
  sent_at as "sentAt", expires_at as "expiresAt"`;

/**
 * Returns the attempt of a mailed or texted code and locks it until `tx` ends, so that the code works once. With an
 * email in lower case only its attempts count. A texted code is dead after `maxWrong` wrong codes for its attempt.
 */
export async function lockRegistrationOfCode(
  tx: Transaction,
  code: { hash: Buffer; email: string | null; maxWrong: number },
): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations
     where (code_hash = $1 or (sms_code_hash = $1 and wrong_codes < $3)) and ($2::text is null or email = $2) for update`,
    [code.hash, code.email, code.maxWrong],
  );
  return rows[0];
}

/** Counts a wrong code against every attempt of an email in lower case. */
export async function countWrongCode(db: Queryable, email: string): Promise<void> {
  await db.query("update registrations set wrong_codes = wrong_codes + 1 where email = $1", [email]);
}

/** Returns the newest attempt of an email in lower case and locks it. */
export async function lockNewestRegistration(tx: Transaction, email: string): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations where email = $1 order by created_at desc, id desc limit 1 for update`,
    [email],
  );
  return rows[0];
}

/** Replaces both codes of an attempt; wrong codes count from zero again. */
export async function updateRegistrationCodes(
  tx: Transaction,
  id: string,
  codes: { codeHash: Buffer; smsCodeHash: Buffer | null; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `update registrations set code_hash = $2, sms_code_hash = $3, sent_at = $4, expires_at = $5, wrong_codes = 0
     where id = $1`,
    [id, codes.codeHash, codes.smsCodeHash, codes.sentAt, codes.expiresAt],
  );
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

/** Whether an attempt already uses this texted code. */
export async function isSmsCodeTaken(db: Queryable, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from registrations where sms_code_hash = $1) as found",
    [codeHash],
  );
  return rows[0]?.found ?? false;
}
