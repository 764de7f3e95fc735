import type { Queryable, Transaction } from "../pool.ts";

export type NewUser = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  verifiedAt: Date | null;
  /** When a code mailed to the address came back; null while nobody has shown that they read its mail. */
  emailConfirmedAt: Date | null;
  at: Date;
};

/**
 * Inserts a user; `email` is lower case. Where the email is known, returns the ID of the existing row and changes
 * nothing: a user may belong to several merchants. The update finds and locks the existing row.
 */
export async function insertUserOrFindByEmail(tx: Queryable, user: NewUser): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into users (id, email, password_hash, first_name, last_name, phone_number, verified_at, created_at, updated_at,
       email_confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
     on conflict (email) do update set email = excluded.email
     returning id`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.phoneNumber,
      user.verifiedAt,
      user.at,
      user.emailConfirmedAt,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error("a user was neither added nor found");
  return row.id;
}

export type UserRow = { id: string; email: string; emailConfirmedAt: Date | null };

const columns = `id, email, email_confirmed_at as "emailConfirmedAt"`;

/** Returns a user by ID; does not lock. */
export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(`select ${columns} from users where id = $1`, [id]);
  return rows[0];
}

/** Returns the user of an email in lower case; does not lock. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(`select ${columns} from users where email = $1`, [email]);
  return rows[0];
}

/** Records that somebody who reads the mail of this address acts for the user. An earlier time stays. */
export async function confirmEmailOfUser(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query(
    "update users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2 where id = $1",
    [id, at],
  );
}

export async function updatePassword(tx: Transaction, id: string, passwordHash: string, at: Date): Promise<void> {
  await tx.query("update users set password_hash = $2, updated_at = $3 where id = $1", [id, passwordHash, at]);
}

/**
 * Inserts a user whose email is confirmed. A user without memberships re-registers under the existing ID. Returns the
 * ID, or undefined where the email belongs to a team member. Concurrent calls run one after the other.
 */
export async function insertOrRenewUser(tx: Transaction, user: NewUser): Promise<string | undefined> {
  const id = await insertUserOrFindByEmail(tx, user);
  if (id === user.id) return id;
  // A separate statement sees members who joined while the previous statement waited for the row.
  const { rowCount } = await tx.query(
    `update users u set password_hash = $2, first_name = $3, last_name = $4, phone_number = $5, updated_at = $6,
       email_confirmed_at = coalesce(u.email_confirmed_at, $7)
     where id = $1 and not exists (select from members m where m.user_id = u.id and m.removed_at is null)`,
    [id, user.passwordHash, user.firstName, user.lastName, user.phoneNumber, user.at, user.emailConfirmedAt],
  );
  return rowCount === 1 ? id : undefined;
}

/** Whether an email in lower case belongs to a member of any team. */
export async function hasMember(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from users u join members m on m.user_id = u.id
       where u.email = $1 and m.removed_at is null) as found`,
    [email],
  );
  return rows[0]?.found ?? false;
}
