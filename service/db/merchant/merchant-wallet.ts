import type { Queryable } from "../pool.ts";

export type MerchantWalletRow = {
  id: string;
  email: string;
  accountName: string;
  accountNumber: string;
  businessName: string;
  bankCode: string;
  bankName: string;
  balance: bigint;
  /** Of its payouts that have not ended. Kobo. */
  held: bigint;
  createdAt: Date;
  updatedAt: Date;
};

/** Returns the merchant's wallet of a tenant with its balance in kobo; does not lock. */
export async function findMerchantWallet(db: Queryable, tenantId: number): Promise<MerchantWalletRow | undefined> {
  const { rows } = await db.query<MerchantWalletRow>(
    `select w.id, w.email, w.account_name as "accountName", w.account_number as "accountNumber",
       m.business_name as "businessName", b.code as "bankCode", b.name as "bankName", a.balance,
       (select coalesce(sum(p.amount + p.fee + p.vat + p.duty), 0)::bigint from payouts p
        where p.tenant = a.tenant and p.state in ('held', 'submitting', 'processing', 'unknown', 'in_review')
          and p.wallet_id = w.id and p.returns is null) as held,
       w.created_at as "createdAt", w.updated_at as "updatedAt"
     from accounts a
     join wallets w on w.tenant = a.tenant and w.account_id = a.id
     join tenants t on t.id = a.tenant
     join merchants m on m.id = t.merchant_id
     cross join issuing_bank b
     where a.tenant = $1 and a.kind = 'merchant' and a.kind <> 'wallet'`,
    [tenantId],
  );
  return rows[0];
}
