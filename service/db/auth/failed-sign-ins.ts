import type { Queryable } from "../pool.ts";

export type FailedSignInReason = "password" | "code" | "passkey" | "passkey_copied";
export type FailedSignInRow = {
  at: Date;
  reason: FailedSignInReason;
  address: string | null;
  userAgent: string | null;
};

/**
 * Stores a failed sign-in for the owner of this email or ID. One statement whether the account exists or not, so that
 * timing reveals nothing.
 */
export async function insertFailedSignIn(
  db: Queryable,
  failure: FailedSignInRow & { id: string; account: { email: string } | { userId: string } },
): Promise<void> {
  const { account } = failure;
  await db.query(
    `insert into failed_sign_ins (id, user_id, at, reason, address, user_agent)
     select $1, u.id, $4, $5, $6, $7 from users u where u.email = $2 or u.id = $3`,
    [
      failure.id,
      "email" in account ? account.email : null,
      "userId" in account ? account.userId : null,
      failure.at,
      failure.reason,
      failure.address,
      failure.userAgent,
    ],
  );
}

/** Returns a user's failed sign-ins since `since`, newest first. */
export async function findFailedSignIns(
  db: Queryable,
  userId: string,
  window: { since: Date; limit: number },
): Promise<FailedSignInRow[]> {
  const { rows } = await db.query<FailedSignInRow>(
    `select at, reason, address, user_agent as "userAgent" from failed_sign_ins
     where user_id = $1 and at > $2 order by at desc limit $3`,
    [userId, window.since, window.limit],
  );
  return rows;
}

export async function deleteFailedSignInsBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from failed_sign_ins where at < $1", [before]);
  return rowCount ?? 0;
}
