import type { Metadata } from "../../../../contract/envelope.ts";
import type { WalletImportRow } from "../../../../contract/wallet-creation.ts";
import { findImportRows, type ImportRowFilter } from "../../../db/wallets/wallet-import-rows.ts";
import type { Context } from "../../context.ts";
import { metadataOf } from "../../list-metadata.ts";
import { importRowView, loadImport } from "./import-view.ts";

/** Lists the rows of an upload in file order, with their results. Api 5. @throws `import_not_found` */
export async function listWalletImportRows(
  ctx: Context,
  input: { batchId: string; page: number; perPage: number; status?: ImportRowFilter | undefined },
): Promise<{ data: WalletImportRow[]; metadata: Metadata }> {
  const { batchId, page, perPage, status = null } = input;
  const one = await loadImport(ctx, batchId);
  const rows = await findImportRows(
    ctx.db,
    { tenant: ctx.tenant.id, id: batchId },
    { status, limit: perPage, offset: (page - 1) * perPage },
  );
  const pending = one.total - one.created - one.skipped;
  const totalRecords = status
    ? { pending, created: one.created, frozen: one.frozen, skipped: one.skipped }[status]
    : one.total;
  return {
    data: rows.map(importRowView),
    metadata: metadataOf(input, totalRecords),
  };
}
