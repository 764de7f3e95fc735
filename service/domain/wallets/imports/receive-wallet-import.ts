import { csvFileTexts } from "../../../../contract/texts/csv-files.ts";
import { type Database, inTransaction } from "../../../db/pool.ts";
import { insertImportRows, type NewImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import {
  acceptImport,
  countWaitingImports,
  deleteReceivedImport,
  findAbandonedImports,
  insertImport,
} from "../../../db/wallets/wallet-imports.ts";
import type { Context, Services } from "../../context.ts";
import { csvRecords, weightOf } from "../../csv-records.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { assertMayWait } from "../../upload-limit.ts";
import { sealCells, shownText } from "./import-cells.ts";
import { FIELD, fileFailure, type ImportHeader, readHeader } from "./import-header.ts";

/** Limits of one insert while a file is received, and so of the memory it takes; rows may be long. */
const CHUNK_ROWS = 1_000;
const CHUNK_CHARACTERS = 1_000_000;
const ABANDONED_AFTER_MS = 2 * 3_600_000;

/** Rows deleted per commit: a large file would exceed the statement timeout. */
const DISCARDED_ROWS = 20_000;

/** A file that is staged and not yet accepted. */
export type ReceivedImport = { id: string; rows: number };

/**
 * Stages an upload of customers row by row, sealed, as it is received; it is invisible until `acceptWalletImport`.
 * Deletes everything when it throws. Spec 2.3, 4.1; api 5.
 * @throws `validation_failed`: no header, a required column missing, no rows, not CSV
 */
export async function receiveWalletImport(ctx: Context, file: AsyncIterable<Buffer>): Promise<ReceivedImport> {
  const records = csvRecords(file, FIELD);
  const first = await records.next();
  const header = readHeader(first.done ? undefined : first.value);
  const id = ctx.ids.next();
  await insertImport(ctx.db, ctx.tenant.id, {
    id,
    columns: header.columns,
    creatorName: ctx.actor.name,
    requestId: ctx.requestId,
    at: ctx.clock.now(),
  });
  try {
    const rows = await stageRows(ctx, id, header, records);
    if (rows === 0) throw fileFailure([csvFileTexts.noRows]);
    return { id, rows };
  } catch (error) {
    await discardWalletImport(ctx, { id, rows: 0 });
    throw error;
  }
}

async function stageRows(ctx: Context, id: string, header: ImportHeader, records: AsyncIterable<string[]>) {
  let row = 0;
  let chunk: NewImportRow[] = [];
  let characters = 0;
  const flush = async () => {
    if (chunk.length > 0) await insertImportRows(ctx.db, { tenant: ctx.tenant.id, id }, chunk);
    chunk = [];
    characters = 0;
  };
  for await (const record of records) {
    row += 1;
    chunk.push(newRow(ctx, { importId: id, row }, header, record));
    characters += weightOf(record);
    if (chunk.length === CHUNK_ROWS || characters >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
  return row;
}

function newRow(
  ctx: Context,
  place: { importId: string; row: number },
  header: ImportHeader,
  record: readonly string[],
): NewImportRow {
  const { columns } = header;
  const cells = keptCells(header, record);
  const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
  return {
    row: place.row,
    cellsSealed: sealCells(ctx.providers.secrets, cells, place),
    name: shownText(`${cell("first_name")} ${cell("last_name")}`),
    phoneNumber: shownText(cell("phone_number")),
    customer: ctx.ids.next(),
  };
}

/**
 * Keeps all cells of a row whose length differs from the header: the row is skipped for that reason and shown in the
 * result file.
 */
function keptCells({ positions, width }: ImportHeader, record: readonly string[]): string[] {
  const present = positions.filter((position) => position < record.length);
  return [...present.map((position) => record[position] ?? ""), ...record.slice(width)];
}

/**
 * Accepts a received upload: from now on the worker creates its customers. Stores the answer for the Idempotency-Key
 * in the same commit. Returns the wire payload. Spec 4.1, api 5. @throws `upload_limit`
 */
export async function acceptWalletImport(
  ctx: Context,
  { id, rows }: ReceivedImport,
  { sha256, fileName = null }: { sha256: string; fileName?: string | null | undefined },
): Promise<{ data: { batchId: string; rows: number } }> {
  await assertMayWait(ctx, (limit) => countWaitingImports(ctx.db, ctx.tenant.id, limit));
  const payload = { data: { batchId: id, rows } };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await acceptImport(tx, ctx.tenant.id, { id, total: rows, fileName })))
      throw new Error("the upload to accept is gone");
    await recordAudit(tx, ctx, {
      action: "wallet_import.create",
      object: { kind: "wallet_import", id },
      after: { fileName, rows, sha256 },
    });
    await keepAnswer(tx, ctx, { payload });
  });
  return payload;
}

/**
 * Deletes an upload that was not accepted, in chunks that each commit. It was never visible, so nothing is audited.
 */
export async function discardWalletImport(ctx: Pick<Context, "db" | "tenant">, { id }: ReceivedImport): Promise<void> {
  await discard(ctx.db, ctx.tenant.id, id);
}

/** Deletes uploads abandoned by processes that died while receiving a file. Returns the number of deleted uploads. */
export async function discardAbandonedImports({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  const abandoned = await findAbandonedImports(db, before);
  for (const { tenant, id } of abandoned) await discard(db, tenant, id);
  return abandoned.length;
}

async function discard(db: Database, tenant: number, id: string): Promise<void> {
  let isGone = false;
  while (!isGone) isGone = await inTransaction(db, (tx) => deleteReceivedImport(tx, tenant, id, DISCARDED_ROWS));
}
