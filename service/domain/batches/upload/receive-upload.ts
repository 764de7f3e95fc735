import type { ItemReasonCode } from "../../../../contract/texts/batches.ts";
import { insertBatchItems } from "../../../db/batches/batch-items.ts";
import {
  deleteReceivingBatch,
  findAbandonedBatches,
  insertReceivingBatch,
  touchReceivingBatch,
} from "../../../db/batches/batches-receiving.ts";
import type { Context, Services } from "../../context.ts";
import { weightOf } from "../../csv-records.ts";
import { sumOf } from "../batch-item.ts";
import { type FileRow, readMoneyFile } from "./money-file.ts";

/** The most that one statement stores, and the most of a file that is in memory. Rows can be long, so both are limited. */
const CHUNK_ROWS = 1_000;
const CHUNK_CHARACTERS = 1_000_000;
const ROW_INVALID: ItemReasonCode = "row_invalid";
const ABANDONED_AFTER_MS = 2 * 3_600_000;

/** A staged file that is not a batch yet. `amount`: the sum of its eligible rows, in kobo. */
export type ReceivedUpload = { id: string; rows: number; rejected: number; amount: bigint };

/**
 * Stages a file of credits or debits while it arrives; it is invisible before `acceptUpload` (decision 0027). Deletes the staged rows
 * when it throws. API 5.
 * @throws `validation_failed`: no CSV, no header, a required column missing, no rows
 */
export async function receiveUpload(ctx: Context, file: AsyncIterable<Buffer>): Promise<ReceivedUpload> {
  const { columns, rows } = await readMoneyFile(file);
  const upload: ReceivedUpload = { id: ctx.ids.next(), rows: 0, rejected: 0, amount: 0n };
  const actor = `${ctx.actor.kind}:${ctx.actor.id}`;
  await insertReceivingBatch(ctx.db, ctx.tenant.id, { id: upload.id, columns, actor, at: ctx.clock.now() });
  try {
    await stageRows(ctx, upload, rows);
    return upload;
  } catch (error) {
    await discardUpload(ctx, upload);
    throw error;
  }
}

async function stageRows(ctx: Context, upload: ReceivedUpload, rows: AsyncIterable<FileRow>): Promise<void> {
  let chunk: FileRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    chunk.push(row);
    count(upload, row);
    characters += weightOf(row.cells);
    if (chunk.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
    await insertChunk(ctx, upload.id, chunk);
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) await insertChunk(ctx, upload.id, chunk);
}

function count(upload: ReceivedUpload, { amount, reason }: FileRow): void {
  upload.rows += 1;
  if (reason !== null || amount === null) upload.rejected += 1;
  else
    upload.amount = sumOf([
      { ...upload, reason },
      { amount, reason },
    ]);
}

async function insertChunk(ctx: Context, id: string, chunk: readonly FileRow[]): Promise<void> {
  const items = chunk.map((row) => ({
    ...row,
    id: ctx.ids.next(),
    reasonCode: row.reason === null ? null : ROW_INVALID,
    status: row.reason === null ? ("pending" as const) : ("rejected" as const),
  }));
  await insertBatchItems(ctx.db, ctx.tenant.id, id, items);
  await touchReceivingBatch(ctx.db, ctx.tenant.id, id, ctx.clock.now());
}

/** Deletes a staged file. It was never visible, so no audit row is written. */
export async function discardUpload(ctx: Pick<Context, "db" | "tenant">, { id }: ReceivedUpload): Promise<void> {
  await deleteReceivingBatch(ctx.db, ctx.tenant.id, id);
}

/** Deletes staged files whose process crashed while they arrived. Returns the number of files. */
export async function discardAbandonedUploads({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  const abandoned = await findAbandonedBatches(db, before);
  for (const { tenant, id } of abandoned) await deleteReceivingBatch(db, tenant, id);
  return abandoned.length;
}
