import type { Queryable, Transaction } from "../pool.ts";

export type NewUser = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  verifiedAt: Date | null;
  at: Date;
};

/**
 * Adds a person; `email` is lower case. Returns the ID of the row, which is an older one when the e-mail is known
 * already: a person may belong to several merchants, and nothing of the older row changes (the update finds and locks it).
 */
export async function insertUserOrFindByEmail(tx: Queryable, user: NewUser): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into users (id, email, password_hash, first_name, last_name, phone_number, verified_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (email) do update set email = excluded.email
     returning id`,
    [user.id, user.email, user.passwordHash, user.firstName, user.lastName, user.phoneNumber, user.verifiedAt, user.at],
  );
  const [row] = rows;
  if (!row) throw new Error("a user was neither added nor found");
  return row.id;
}

/** A person by ID; not locked. */
export async function findUser(db: Queryable, id: string): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await db.query<{ id: string; email: string }>("select id, email from users where id = $1", [id]);
  return rows[0];
}

export async function updatePassword(tx: Transaction, id: string, passwordHash: string, at: Date): Promise<void> {
  await tx.query("update users set password_hash = $2, updated_at = $3 where id = $1", [id, passwordHash, at]);
}

/**
 * Adds a person who has proven the e-mail. Whoever belongs to no merchant any more begins anew, under the ID they had. Returns the
 * ID, undefined when the e-mail is that of somebody's team. Two at once go one after the other.
 */
export async function insertOrRenewUser(tx: Transaction, user: NewUser): Promise<string | undefined> {
  const id = await insertUserOrFindByEmail(tx, user);
  if (id === user.id) return id;
  // A statement of its own: it sees who has joined a team while the one before waited for the row.
  const { rowCount } = await tx.query(
    `update users u set password_hash = $2, first_name = $3, last_name = $4, phone_number = $5, updated_at = $6
     where id = $1 and not exists (select from members m where m.user_id = u.id and m.removed_at is null)`,
    [id, user.passwordHash, user.firstName, user.lastName, user.phoneNumber, user.at],
  );
  return rowCount === 1 ? id : undefined;
}

/** Whether an e-mail in small letters is that of a member of some team. */
export async function hasMember(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from users u join members m on m.user_id = u.id
       where u.email = $1 and m.removed_at is null) as found`,
    [email],
  );
  return rows[0]?.found ?? false;
}
