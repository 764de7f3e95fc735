import { csvLine } from "../../../../contract/csv-line.ts";
import { CUSTOMER_RESULT_COLUMNS } from "../../../../contract/customer-row.ts";
import { inTransaction } from "../../../db/pool.ts";
import {
  findNextSealedRows,
  type ImportRowFilter,
  type SealedImportRow,
} from "../../../db/wallets/wallet-import-rows.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { hiddenNumbers, openCells } from "./import-cells.ts";
import { loadImport } from "./import-view.ts";

/** Rows per query. A slow client holds at most two such chunks in memory, and no connection. */
const CHUNK_ROWS = 1_000;

/**
 * Streams the rows of an upload with their own columns and their results, as CSV chunks. BVN and NIN are sealed, so
 * the file can be uploaded again. Audited. Dashboard 9. @throws `import_not_found`
 */
export async function downloadWalletImportRows(
  ctx: Context,
  input: { batchId: string; status?: ImportRowFilter | undefined },
): Promise<AsyncIterable<string>> {
  const { columns, id, fileName } = await loadImport(ctx, input.batchId);
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "wallet_import.download",
      object: { kind: "wallet_import", id },
      after: { fileName, status: input.status ?? null },
    }),
  );
  return csvOf(ctx, { id, columns, status: input.status ?? null });
}

type File = { id: string; columns: readonly string[]; status: ImportRowFilter | null };

async function* csvOf(ctx: Context, { id, columns, status }: File): AsyncGenerator<string> {
  yield csvLine([...columns, ...CUSTOMER_RESULT_COLUMNS]);
  const lineOf = lineWriter(ctx, columns, id);
  const key = { tenant: ctx.tenant.id, id };
  let afterRow = 0;
  while (true) {
    const rows = await findNextSealedRows(ctx.db, key, { status, afterRow, limit: CHUNK_ROWS });
    if (rows.length > 0) yield rows.map(lineOf).join("");
    if (rows.length < CHUNK_ROWS) return;
    afterRow = rows.at(-1)?.row ?? afterRow;
  }
}

function lineWriter(ctx: Context, columns: readonly string[], importId: string): (row: SealedImportRow) => string {
  const { secrets } = ctx.providers;
  const hidden = hiddenNumbers(secrets, ctx.tenant.id);
  return ({ row, status, reason, accountNumber, cellsSealed }) => {
    const received = openCells(secrets, cellsSealed, { importId, row });
    const cells = received.map((cell, index) => hidden.hide(columns[index] ?? "", cell));
    // Missing cells stay empty and surplus cells are cut, so that the result columns line up with the header.
    const own = columns.map((_, index) => cells[index] ?? "");
    const isFrozen = status === "created" && reason !== null;
    return csvLine([...own, row, isFrozen ? "created_frozen" : status, reason, accountNumber]);
  };
}
