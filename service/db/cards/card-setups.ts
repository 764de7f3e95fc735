import type { Transaction } from "../pool.ts";

/** What a merchant agreed with its card issuer. */
export type CardSetupRow = {
  appId: string;
  appKeySealed: Buffer;
  prepaidCardPrefix: string;
  loadingAccountName: string;
  loadingAccountNumber: string;
  loadingAccountSortcode: string;
};

/** Saves the setup of a tenant in place of the former one. */
export async function saveCardSetup(tx: Transaction, tenant: number, row: CardSetupRow, at: Date): Promise<void> {
  await tx.query(
    `insert into card_setups (tenant, app_id, app_key_sealed, prepaid_card_prefix, loading_account_name, loading_account_number,
       loading_account_sortcode, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant) do update set app_id = excluded.app_id, app_key_sealed = excluded.app_key_sealed,
       prepaid_card_prefix = excluded.prepaid_card_prefix, loading_account_name = excluded.loading_account_name,
       loading_account_number = excluded.loading_account_number, loading_account_sortcode = excluded.loading_account_sortcode,
       updated_at = excluded.updated_at`,
    [
      tenant,
      row.appId,
      row.appKeySealed,
      row.prepaidCardPrefix,
      row.loadingAccountName,
      row.loadingAccountNumber,
      row.loadingAccountSortcode,
      at,
    ],
  );
}
