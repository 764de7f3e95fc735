import type { Queryable } from "./pool.ts";

export type NewMember = {
  id: string;
  merchantId: string;
  userId: string;
  role: "MainMerchant" | "Admin" | "Operator" | "Support";
  approvalLimit: bigint | null;
  at: Date;
};

/** Makes a person a member of a merchant in a built-in role. False when they are one already. */
export async function insertMember(tx: Queryable, member: NewMember): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into members (id, merchant_id, user_id, role_id, approval_limit, created_at, updated_at)
     select $1, $2, $3, id, $5, $6, $6 from roles where merchant_id is null and name = $4
     on conflict (merchant_id, user_id) do nothing`,
    [member.id, member.merchantId, member.userId, member.role, member.approvalLimit, member.at],
  );
  return rowCount === 1;
}
