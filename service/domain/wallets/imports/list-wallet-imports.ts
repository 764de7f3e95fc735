import type { Metadata } from "../../../../contract/envelope.ts";
import type { WalletImport } from "../../../../contract/wallet-creation.ts";
import { findImports, type ImportStatus } from "../../../db/wallets/wallet-imports.ts";
import type { Context } from "../../context.ts";
import { metadataOf } from "../../list-metadata.ts";
import { importView } from "./import-view.ts";

/** Lists uploads of customers, newest first. Returns the wire payload. Dashboard 9. */
export async function listWalletImports(
  ctx: Context,
  input: { page: number; perPage: number; status?: ImportStatus | undefined },
): Promise<{ data: WalletImport[]; metadata: Metadata }> {
  const { page, perPage, status = null } = input;
  const found = await findImports(ctx.db, ctx.tenant.id, { status, limit: perPage, offset: (page - 1) * perPage });
  return {
    data: found.rows.map((row) => importView(row, ctx.clock.now())),
    metadata: metadataOf(input, found.total),
  };
}
