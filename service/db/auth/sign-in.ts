import type { Queryable } from "../pool.ts";

export type SignInUserRow = { id: string; email: string; passwordHash: string; verifiedAt: Date | null };

/** A membership with the user's and merchant's fields that login, refresh and profile return. */
export type MembershipRow = {
  memberId: string;
  role: string;
  permissions: string[] | null;
  userId: string;
  email: string;
  emailConfirmedAt: Date | null;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  userCreatedAt: Date;
  userUpdatedAt: Date;
  tenantId: number;
  merchantId: string;
  merchantEmail: string;
  businessName: string;
  businessType: string;
  mode: "SANDBOX" | "PRODUCTION";
  review: "PENDING" | "ENABLED" | "DISABLED";
  suspendedAt: Date | null;
  suspendedReason: string | null;
  callbackUrl: string | null;
  sandboxCallbackUrl: string | null;
  canDebitCustomer: boolean;
  merchantCreatedAt: Date;
  merchantUpdatedAt: Date;
};

/**
 * Returns the user of an email (lower case) with the password hash, in this order: a team member, the newest
 * registration that is not activated, a user without memberships. Does not lock.
 */
export async function findUserForSignIn(db: Queryable, email: string): Promise<SignInUserRow | undefined> {
  const { rows } = await db.query<SignInUserRow>(
    `select id, email, password_hash as "passwordHash", verified_at as "verifiedAt" from (
       select id, email, password_hash, verified_at, created_at,
         case when exists (select from members m where m.user_id = u.id and m.removed_at is null) then 1 else 3 end as place
       from users u where email = $1
       union all
       select id, email, password_hash, null, created_at, 2 from registrations where email = $1
     ) found order by place, created_at desc, id desc limit 1`,
    [email],
  );
  return rows[0];
}

/** Returns all memberships of a user, oldest first, with the account's current flags and mode. */
export async function findMemberships(db: Queryable, userId: string): Promise<MembershipRow[]> {
  const { rows } = await db.query<MembershipRow>(
    `select m.id as "memberId", r.name as role, r.permissions, u.id as "userId", u.email, u.email_confirmed_at as "emailConfirmedAt",
        u.first_name as "firstName", u.last_name as "lastName", u.phone_number as "phoneNumber",
        u.created_at as "userCreatedAt", u.updated_at as "userUpdatedAt",
        t.id as "tenantId", a.id as "merchantId", a.email as "merchantEmail",
        a.business_name as "businessName", a.business_type as "businessType", a.mode, a.review,
        a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason",
        live.callback_url as "callbackUrl", sandbox.callback_url as "sandboxCallbackUrl",
        case a.mode when 'SANDBOX' then sandbox.can_debit_customer else live.can_debit_customer end as "canDebitCustomer",
        a.created_at as "merchantCreatedAt", a.updated_at as "merchantUpdatedAt"
     from members m
     join roles r on r.id = m.role_id
     join users u on u.id = m.user_id
     join merchants a on a.id = m.merchant_id
     join tenants t on t.merchant_id = a.id and t.mode = a.mode
     join tenants lt on lt.merchant_id = a.id and lt.mode = 'PRODUCTION'
     join tenants st on st.merchant_id = a.id and st.mode = 'SANDBOX'
     join tenant_settings live on live.tenant = lt.id
     join tenant_settings sandbox on sandbox.tenant = st.id
     where m.user_id = $1 and m.removed_at is null
     order by m.created_at, m.id`,
    [userId],
  );
  return rows;
}
