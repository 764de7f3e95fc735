import type { Queryable } from "./pool.ts";

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

/** Whether any merchant exists: the seed fills an empty database only. */
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

/** Adds a pair of keys; the private one is kept sealed (it signs webhooks) and hashed (it authenticates). Api 2. */
export async function insertMerchantKeys(tx: Queryable, keys: NewMerchantKeys): Promise<void> {
  await tx.query(
    `insert into merchant_keys (id, tenant, public_key, private_key_hash, private_key_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [keys.id, keys.tenant, keys.publicKey, keys.privateKeyHash, keys.privateKeySealed, keys.at],
  );
}
