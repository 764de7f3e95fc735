import type { Queryable, Transaction } from "../pool.ts";

export type NewMerchant = {
  id: string;
  slug: string;
  email: string;
  phoneNumber: string;
  businessName: string;
  businessType: string;
  at: Date;
};

export async function insertMerchant(tx: Queryable, merchant: NewMerchant): Promise<void> {
  await tx.query(
    `insert into merchants (id, slug, email, phone_number, business_name, business_type, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      merchant.id,
      merchant.slug,
      merchant.email,
      merchant.phoneNumber,
      merchant.businessName,
      merchant.businessType,
      merchant.at,
    ],
  );
}

/** Whether any merchant exists. The seed fills an empty database only. */
export async function hasMerchants(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>("select exists (select from merchants) as found");
  return rows[0]?.found ?? false;
}

export type NewMerchantKeys = {
  id: string;
  tenant: number;
  publicKey: string;
  privateKeyHash: Buffer;
  privateKeySealed: Buffer;
  at: Date;
};

/** Inserts a key pair. The private key is stored sealed (it signs webhooks) and hashed (it authenticates). API 2. */
export async function insertMerchantKeys(tx: Queryable, keys: NewMerchantKeys): Promise<void> {
  await tx.query(
    `insert into merchant_keys (id, tenant, public_key, private_key_hash, private_key_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [keys.id, keys.tenant, keys.publicKey, keys.privateKeyHash, keys.privateKeySealed, keys.at],
  );
}

export type Review = "PENDING" | "ENABLED" | "DISABLED";

/** A merchant with both tenants. */
export type MerchantRow = {
  id: string;
  email: string;
  businessName: string;
  mode: "SANDBOX" | "PRODUCTION";
  review: Review;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  /** Whether the person of the merchant's email has confirmed it. */
  isEmailConfirmed: boolean;
  /** Whether the newest hash of the chain is mailed every day. */
  mailChainHead: boolean;
  sandboxId: number;
  productionId: number;
};

const isEmailConfirmed = `exists (select from users u where u.email = m.email and u.email_confirmed_at is not null)
  as "isEmailConfirmed"`;
const merchantColumns = `m.id, m.email, m.business_name as "businessName", m.mode, m.review, ${isEmailConfirmed},
  m.suspended_at as "suspendedAt", m.suspended_reason as "suspendedReason", m.mail_chain_head as "mailChainHead",
  s.id as "sandboxId", p.id as "productionId"`;
const withBooks = `merchants m
  join tenants s on s.merchant_id = m.id and s.mode = 'SANDBOX'
  join tenants p on p.merchant_id = m.id and p.mode = 'PRODUCTION'`;

/** Returns the merchant with an ID, those with an email in lower case, or all; oldest first. Does not lock. */
export async function findMerchants(db: Queryable, by: { id?: string; email?: string } = {}): Promise<MerchantRow[]> {
  const { rows } = await db.query<MerchantRow>(
    `select ${merchantColumns} from ${withBooks}
     where ($1::uuid is null or m.id = $1) and ($2::text is null or m.email = $2)
     order by m.created_at, m.id`,
    [by.id ?? null, by.email ?? null],
  );
  return rows;
}

/**
 * The platform's verdict on a merchant. `suspendedAt`: stopped since then, because `suspendedReason` is set or the
 * review is DISABLED.
 */
export type StandingRow = { review: Review; suspendedReason: string | null; suspendedAt: Date | null };

/** Returns the standing of a merchant and locks the merchant until `tx` ends. */
export async function lockStanding(tx: Transaction, merchantId: string): Promise<StandingRow | undefined> {
  const { rows } = await tx.query<StandingRow>(
    `select review, suspended_reason as "suspendedReason", suspended_at as "suspendedAt" from merchants
     where id = $1 for update`,
    [merchantId],
  );
  return rows[0];
}

/** Whether the platform has stopped the merchant of a tenant; does not lock. */
export async function isTenantSuspended(db: Queryable, tenant: number): Promise<boolean> {
  const { rows } = await db.query<{ isSuspended: boolean }>(
    `select m.suspended_at is not null as "isSuspended" from tenants t join merchants m on m.id = t.merchant_id
     where t.id = $1`,
    [tenant],
  );
  return rows[0]?.isSuspended ?? false;
}

export async function updateStanding(
  tx: Transaction,
  merchantId: string,
  { review, suspendedReason, suspendedAt }: StandingRow,
  at: Date,
): Promise<void> {
  await tx.query(
    `update merchants set review = $2, suspended_reason = $3, suspended_at = $4, updated_at = $5 where id = $1`,
    [merchantId, review, suspendedReason, suspendedAt, at],
  );
}

export type MerchantProfileRow = {
  id: string;
  slug: string;
  email: string;
  phoneNumber: string;
  businessName: string;
  businessType: string;
  mode: "SANDBOX" | "PRODUCTION";
  review: Review;
  /** Whether the person of the merchant's email has confirmed it. */
  isEmailConfirmed: boolean;
  canLogin: boolean;
  sendEmail: boolean;
  createdAt: Date;
  updatedAt: Date;
};

const profileColumns = `m.id, m.slug, m.email, m.phone_number as "phoneNumber", m.business_name as "businessName",
  m.business_type as "businessType", m.mode, m.review, ${isEmailConfirmed}, m.can_login as "canLogin",
  m.send_email as "sendEmail", m.created_at as "createdAt", m.updated_at as "updatedAt"`;

/** Returns the profile of a merchant; does not lock. */
export async function findMerchantProfile(db: Queryable, id: string): Promise<MerchantProfileRow | undefined> {
  const { rows } = await db.query<MerchantProfileRow>(`select ${profileColumns} from merchants m where m.id = $1`, [
    id,
  ]);
  return rows[0];
}

/** The same; locks the merchant until `tx` ends. Changes of mode, review and profile run one after the other. */
export async function lockMerchant(tx: Transaction, id: string): Promise<MerchantProfileRow | undefined> {
  const { rows } = await tx.query<MerchantProfileRow>(
    `select ${profileColumns} from merchants m where m.id = $1 for update`,
    [id],
  );
  return rows[0];
}

export async function updateAccountMode(
  tx: Transaction,
  id: string,
  mode: "SANDBOX" | "PRODUCTION",
  at: Date,
): Promise<void> {
  await tx.query("update merchants set mode = $2, updated_at = $3 where id = $1", [id, mode, at]);
}

export async function updateMerchantProfileRow(
  tx: Transaction,
  id: string,
  profile: { canLogin: boolean; sendEmail: boolean; at: Date },
): Promise<void> {
  await tx.query("update merchants set can_login = $2, send_email = $3, updated_at = $4 where id = $1", [
    id,
    profile.canLogin,
    profile.sendEmail,
    profile.at,
  ]);
}

/** Switches the daily mail of the chain's head. Returns false if it was so already. */
export async function updateMailChainHead(
  tx: Transaction,
  id: string,
  mailChainHead: boolean,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update merchants set mail_chain_head = $2, updated_at = $3 where id = $1 and mail_chain_head <> $2",
    [id, mailChainHead, at],
  );
  return rowCount === 1;
}

/**
 * Marks one merchant that subscribes to the chain's head as mailed on `day` (YYYY-MM-DD) and returns it; undefined if none is left.
 * Skips merchants that another transaction holds: they follow in a later run.
 */
export async function takeHeadMail(
  tx: Transaction,
  day: string,
): Promise<{ id: string; sandboxId: number; productionId: number } | undefined> {
  const { rows } = await tx.query<{ id: string; sandboxId: number; productionId: number }>(
    `with due as (
       select id from merchants
       where mail_chain_head and (chain_head_mailed_on is null or chain_head_mailed_on < $1::date)
       order by id limit 1 for update skip locked
     )
     update merchants m set chain_head_mailed_on = $1::date from due, tenants s, tenants p
     where m.id = due.id and s.merchant_id = m.id and s.mode = 'SANDBOX' and p.merchant_id = m.id and p.mode = 'PRODUCTION'
     returning m.id, s.id as "sandboxId", p.id as "productionId"`,
    [day],
  );
  return rows[0];
}
