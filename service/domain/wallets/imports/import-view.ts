import type { WalletImport, WalletImportRow } from "../../../../contract/wallet-creation.ts";
import type { ImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import { findImport, type WalletImportRow as ImportRecord } from "../../../db/wallets/wallet-imports.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";

/**
 * Loads the tenant's import. @throws `import_not_found`, also for an import of another merchant or mode, and for one
 * that is still being received.
 */
export async function loadImport(ctx: Context, id: string): Promise<ImportRecord> {
  const found = await findImport(ctx.db, ctx.tenant.id, id);
  if (!found) throw new Failure("import_not_found");
  return found;
}

/** An import in wire form. Api 5, dashboard 9. */
export function importView(one: ImportRecord, now: Date): WalletImport {
  const { id, status, total, created, frozen, skipped, fileName, creatorName, pausedUntil } = one;
  return {
    batchId: id,
    status,
    total,
    processed: created + skipped,
    created,
    frozen,
    skipped,
    fileName,
    createdBy: creatorName,
    pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
    createdAt: one.createdAt.toISOString(),
    startedAt: one.startedAt?.toISOString() ?? null,
    finishedAt: one.finishedAt?.toISOString() ?? null,
  };
}

/** A row in wire form, without BVN and NIN. */
export function importRowView(one: ImportRow): WalletImportRow {
  const { row, status, name, phoneNumber, wallet, accountNumber, reason } = one;
  const customerId = status === "created" ? one.customer : one.existingCustomer;
  return { row, status, name, phoneNumber, customerId, walletId: wallet, accountNumber, reason };
}
