import { insertBatchItems } from "../../db/batches/batch-items.ts";
import {
  deleteReceivingBatch,
  findAbandonedBatches,
  insertReceivingBatch,
  touchReceivingBatch,
} from "../../db/batches/batches-receiving.ts";
import type { Context, Services } from "../context.ts";
import { weightOf } from "../csv-records.ts";
import { sumOf } from "./batch-item.ts";
import { type FileRow, readMoneyFile } from "./money-file.ts";

/** What one statement stores while a file arrives, and all that is ever held of it; rows may be long. */
const PART_ROWS = 5_000;
const PART_CHARACTERS = 1_000_000;
const ABANDONED_AFTER_MS = 2 * 3_600_000;

/** A file that was laid aside and is not a batch yet. `amount`: the sum of the rows that can be tried, in kobo. */
export type ReceivedUpload = { id: string; rows: number; rejected: number; amount: bigint };

/**
 * Lays a file of credits or debits aside row by row as it arrives; nobody sees it before `acceptUpload`. Leaves nothing behind
 * where it throws. Api 5.
 * @throws `validation_failed`: no CSV, no header, a required column missing, no rows
 */
export async function receiveUpload(ctx: Context, file: AsyncIterable<Buffer>): Promise<ReceivedUpload> {
  const { columns, rows } = await readMoneyFile(file);
  const upload: ReceivedUpload = { id: ctx.ids.next(), rows: 0, rejected: 0, amount: 0n };
  const actor = `${ctx.actor.kind}:${ctx.actor.id}`;
  await insertReceivingBatch(ctx.db, ctx.tenant.id, { id: upload.id, columns, actor, at: ctx.clock.now() });
  try {
    await layAside(ctx, upload, rows);
    return upload;
  } catch (error) {
    await discardUpload(ctx, upload);
    throw error;
  }
}

async function layAside(ctx: Context, upload: ReceivedUpload, rows: AsyncIterable<FileRow>): Promise<void> {
  let part: FileRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    part.push(row);
    count(upload, row);
    characters += weightOf(row.cells);
    if (part.length < PART_ROWS && characters < PART_CHARACTERS) continue;
    await insertPart(ctx, upload.id, part);
    part = [];
    characters = 0;
  }
  if (part.length > 0) await insertPart(ctx, upload.id, part);
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

async function insertPart(ctx: Context, id: string, part: readonly FileRow[]): Promise<void> {
  const items = part.map((row) => ({
    ...row,
    id: ctx.ids.next(),
    status: row.reason === null ? ("pending" as const) : ("rejected" as const),
  }));
  await insertBatchItems(ctx.db, ctx.tenant.id, id, items);
  await touchReceivingBatch(ctx.db, ctx.tenant.id, id, ctx.clock.now());
}

/** Forgets a file that has not become a batch: it was never seen, so nothing of it is audited. */
export async function discardUpload(ctx: Pick<Context, "db" | "tenant">, { id }: ReceivedUpload): Promise<void> {
  await deleteReceivingBatch(ctx.db, ctx.tenant.id, id);
}

/** Forgets what processes that died while a file arrived left behind. Returns how many. */
export async function discardAbandonedUploads({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  const abandoned = await findAbandonedBatches(db, before);
  for (const { tenant, id } of abandoned) await deleteReceivingBatch(db, tenant, id);
  return abandoned.length;
}
