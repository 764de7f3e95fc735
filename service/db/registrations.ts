import type { Queryable, Transaction } from "./pool.ts";

export type NewRegistration = {
  userId: string;
  businessName: string;
  businessType: string;
  phoneNumber: string;
  codeHash: Buffer;
  expiresAt: Date;
  at: Date;
};

/** Notes what was said at registration; one that was never confirmed is replaced. */
export async function saveRegistration(tx: Transaction, registration: NewRegistration): Promise<void> {
  await tx.query(
    `insert into registrations as r (user_id, business_name, business_type, phone_number, code_hash, expires_at, sent_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (user_id) do update set business_name = excluded.business_name, business_type = excluded.business_type,
       phone_number = excluded.phone_number, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
       sent_at = excluded.sent_at`,
    [
      registration.userId,
      registration.businessName,
      registration.businessType,
      registration.phoneNumber,
      registration.codeHash,
      registration.expiresAt,
      registration.at,
    ],
  );
}

export type RegistrationRow = {
  userId: string;
  email: string;
  firstName: string;
  businessName: string;
  businessType: string;
  phoneNumber: string;
  sentAt: Date;
  expiresAt: Date;
};

const columns = `r.user_id as "userId", u.email, u.first_name as "firstName", r.business_name as "businessName",
  r.business_type as "businessType", r.phone_number as "phoneNumber", r.sent_at as "sentAt", r.expires_at as "expiresAt"`;

/** The registration of a code, locked until `tx` ends, so that a code works once. */
export async function lockRegistrationOfCode(tx: Transaction, codeHash: Buffer): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations r join users u on u.id = r.user_id where r.code_hash = $1 for update of r`,
    [codeHash],
  );
  return rows[0];
}

/** The registration of an e-mail in small letters, locked. */
export async function lockRegistrationOfEmail(tx: Transaction, email: string): Promise<RegistrationRow | undefined> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${columns} from registrations r join users u on u.id = r.user_id where u.email = $1 for update of r`,
    [email],
  );
  return rows[0];
}

export async function updateRegistrationCode(
  tx: Transaction,
  userId: string,
  code: { hash: Buffer; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query("update registrations set code_hash = $2, sent_at = $3, expires_at = $4 where user_id = $1", [
    userId,
    code.hash,
    code.sentAt,
    code.expiresAt,
  ]);
}

export async function deleteRegistration(tx: Transaction, userId: string): Promise<void> {
  await tx.query("delete from registrations where user_id = $1", [userId]);
}

/** Whether a code is taken by somebody else's registration. */
export async function isCodeTaken(db: Queryable, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from registrations where code_hash = $1) as found",
    [codeHash],
  );
  return rows[0]?.found ?? false;
}
