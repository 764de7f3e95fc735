import { csvLine } from "../../../../contract/csv-line.ts";
import { RESULT_COLUMNS } from "../../../../contract/customer-row.ts";
import { MONEY_COLUMNS } from "../../../../contract/money-row.ts";
import { findItemsAfter, type ItemWithCells } from "../../../db/batches/batch-items.ts";
import { type BatchRow, findBatch } from "../../../db/batches/batches.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { isStopped } from "../batch-view.ts";
import { itemResult, itemResults } from "../item-results.ts";
import { type ItemFilter, storedStatus } from "../list-batch-items.ts";

const CHUNK_ROWS = 500;

/**
 * Downloads the rows of a batch as CSV: the original columns of its file, then the result of each row, so that the file can be
 * corrected and sent again. A JSON batch gets the columns of a file. Audited. API 5, Dashboard 9.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function downloadBatchRows(
  ctx: Context,
  input: { batchId: string; status?: ItemFilter | undefined },
): Promise<AsyncIterable<string>> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: input.batchId });
  if (!batch) throw new Failure("batch_not_found");
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "batch.download",
      object: { kind: "batch", id: batch.id },
      after: { reference: batch.reference, fileName: batch.fileName, status: input.status ?? null },
    }),
  );
  return linesOf(ctx, batch, input.status);
}

async function* linesOf(ctx: Context, batch: BatchRow, status: ItemFilter | undefined): AsyncGenerator<string> {
  const columns = batch.header ?? MONEY_COLUMNS;
  const isCancelled = isStopped(batch);
  yield csvLine([...columns, ...RESULT_COLUMNS]);
  if (status === "cancelled" ? !isCancelled : status === "pending" && isCancelled) return;
  let after = 0;
  while (true) {
    const part = { status: storedStatus(status), after, limit: CHUNK_ROWS };
    const stored = await findItemsAfter(ctx.db, ctx.tenant.id, batch, part);
    const last = stored.at(-1);
    if (!last) return;
    const items = await resultsOf(ctx, batch, stored);
    yield items.map((item) => lineOf(item, columns.length, isCancelled)).join("");
    after = last.row;
  }
}

/** A file has the names of its wallets in its own columns. */
async function resultsOf(ctx: Context, batch: BatchRow, stored: readonly ItemWithCells[]): Promise<ItemWithCells[]> {
  if (batch.header) return stored.map((item) => itemResult(item, batch));
  return await itemResults(
    ctx,
    stored.map((item) => ({ item, batch })),
  );
}

/** Puts cells beyond the header after the result columns, so that the results stay in their own columns. */
function lineOf(item: ItemWithCells, width: number, isCancelled: boolean): string {
  const status = item.status === "pending" && isCancelled ? "cancelled" : item.status;
  const cells = item.cells ?? cellsOf(item);
  const own = Array.from({ length: width }, (_, index) => cells[index] ?? "");
  return csvLine([...own, item.row, status, item.reason, ...cells.slice(width)]);
}

function cellsOf({ customerId, walletId, accountNumber, amount, ...item }: ItemWithCells): string[] {
  const wallet = customerId === null ? (walletId ?? "") : "";
  const texts = [item.reference, item.narration, item.note].map((text) => text ?? "");
  return [customerId ?? "", wallet, accountNumber ?? "", String(amount ?? ""), ...texts];
}
