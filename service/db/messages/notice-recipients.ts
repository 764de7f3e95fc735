import type { Queryable } from "../pool.ts";

export type NoticeRecipientRow = { email: string; firstName: string; isConfirmed: boolean };

const columns = `u.email, u.first_name as "firstName", u.email_confirmed_at is not null as "isConfirmed"`;

/** The person's mail address, also when it is not proven: the notice may be the only warning its owner gets. */
export async function findUserRecipient(db: Queryable, userId: string): Promise<NoticeRecipientRow[]> {
  const { rows } = await db.query<NoticeRecipientRow>(`select ${columns} from users u where u.id = $1`, [userId]);
  return rows;
}

/** The mail addresses of these members. */
export async function findMemberRecipients(db: Queryable, memberIds: readonly string[]): Promise<NoticeRecipientRow[]> {
  const { rows } = await db.query<NoticeRecipientRow>(
    `select ${columns} from members m join users u on u.id = m.user_id
     where m.id = any($1::uuid[]) and m.removed_at is null order by m.created_at`,
    [memberIds],
  );
  return rows;
}

/** The mail addresses of the merchant's current members with one of these built-in roles. */
export async function findRoleRecipients(
  db: Queryable,
  merchantId: string,
  roles: readonly string[],
): Promise<NoticeRecipientRow[]> {
  const { rows } = await db.query<NoticeRecipientRow>(
    `select ${columns} from members m
     join users u on u.id = m.user_id
     join roles r on r.id = m.role_id
     where m.merchant_id = $1 and m.removed_at is null and r.merchant_id is null and r.name = any($2)
     order by m.created_at`,
    [merchantId, roles],
  );
  return rows;
}
