import { findMerchants, type MerchantRow } from "../../db/merchant/merchants.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import type { Mode, Services, Tenant } from "../context.ts";

export type ListedMerchant = Omit<MerchantRow, "sandboxId" | "productionId"> & {
  books: Record<Mode, { tenant: Tenant; settings: SettingsRow }>;
};

/**
 * All merchants with their fees and flags per mode, oldest first; with `id` or `email`, only the matching one. For the
 * platform.
 */
export async function listMerchants(
  services: Pick<Services, "db">,
  filter: { id?: string; email?: string } = {},
): Promise<ListedMerchant[]> {
  const { id, email } = filter;
  const rows = await findMerchants(services.db, { ...(id && { id }), ...(email && { email: email.toLowerCase() }) });
  const settings = await findSettings(
    services.db,
    rows.flatMap((row) => [row.sandboxId, row.productionId]),
  );
  return rows.map(({ sandboxId, productionId, ...merchant }) => {
    const booksOf = (mode: Mode, id: number) => {
      const own = settings.get(id);
      if (!own) throw new Error(`tenant ${id} has no settings`);
      return { tenant: { id, merchantId: merchant.id, mode }, settings: own };
    };
    return {
      ...merchant,
      books: { SANDBOX: booksOf("SANDBOX", sandboxId), PRODUCTION: booksOf("PRODUCTION", productionId) },
    };
  });
}
