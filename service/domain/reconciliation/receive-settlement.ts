import type { SettlementFile } from "../../../contract/reconciliation.ts";
import { reconciliationTexts } from "../../../contract/texts/reconciliation.ts";
import { inTransaction } from "../../db/pool.ts";
import {
  acceptFile,
  deleteReceivingFile,
  insertLines,
  insertReceivingFile,
  railOfIssuer,
  type SettlementLineRow,
} from "../../db/reconciliation/settlements.ts";
import { koboOf } from "../../providers/rails/naira-text.ts";
import type { Context } from "../context.ts";
import { csvRecords } from "../csv-records.ts";
import { Failure } from "../failure.ts";
import { railOf } from "../payouts/banks.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { fileView } from "./break-view.ts";

const COLUMNS = ["direction", "amount", "status", "time"] as const;
/** The column that names what a line is about says whose file it is: the bank's sessions, or the card issuer's events. */
const KEYS = { bank: "session_id", cards: "event_id" } as const;
/** The lines of one statement, and the most of a file that is in memory. */
const CHUNK_LINES = 5_000;

/** A staged file that is not compared yet. */
export type ReceivedSettlement = { id: string; rail: string; lines: number };

/**
 * Stages a settlement file of the mode's rail or card issuer while it arrives, 5,000 lines in memory. Amounts are naira with at most two
 * decimals. Deletes it when it throws. Rails 6, decision 0159.
 * A file ends payouts, and its differences become money, so a member uploads only test money's (decision 0201).
 * @throws `settlement_of_platform` for a member in PRODUCTION; `validation_failed` with the line that is not understood; `rail_missing`,
 * `card_issuer_missing`
 */
export async function receiveSettlement(ctx: Context, file: AsyncIterable<Buffer>): Promise<ReceivedSettlement> {
  if (ctx.tenant.mode === "PRODUCTION" && ctx.actor.kind === "member") throw new Failure("settlement_of_platform");
  const chunks = settlementChunks(file);
  const first = await chunks.next();
  const rail = first.value?.of === "cards" ? railOfIssuer(issuerNameOf(ctx)) : railOf(ctx).name;
  const received = { id: ctx.ids.next(), rail, lines: 0 };
  const uploadedByName = ctx.actor.name;
  const name = `${received.rail} settlement`;
  await insertReceivingFile(ctx.db, ctx.tenant.id, { ...received, name, uploadedByName, at: ctx.clock.now() });
  try {
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      await insertLines(ctx.db, ctx.tenant.id, received.id, chunk.value.lines);
      received.lines += chunk.value.lines.length;
    }
    return received;
  } catch (error) {
    await discardSettlement(ctx, received);
    throw error;
  }
}

function issuerNameOf({ providers, tenant }: Context): string {
  const issuer = providers.issuers[tenant.mode];
  if (!issuer) throw new Failure("card_issuer_missing");
  return issuer.name;
}

/**
 * A line as the file has it; `sessionId` is the event of an issuer. `account`: the number or the card that the money is for, from the
 * optional column `account_number` or `card_id`.
 */
export type SettlementLine = SettlementLineRow & { account: string | null };
type Chunk = { of: keyof typeof KEYS; lines: SettlementLine[] };

/**
 * Reads the lines of a settlement file in chunks of 5,000 while it arrives, the last one may be empty. Amounts are naira in the file and
 * kobo here. Rails 6. @throws `validation_failed` with the line that is not understood
 */
export async function* settlementChunks(file: AsyncIterable<Buffer>): AsyncGenerator<Chunk, undefined> {
  let line = 1;
  let chunk: SettlementLine[] = [];
  let header: string[] | undefined;
  const of = () => (header?.includes(KEYS.cards) ? "cards" : "bank");
  for await (const cells of csvRecords(file, "file")) {
    if (!header) {
      header = headerOf(cells);
      continue;
    }
    line += 1;
    chunk.push(lineOf(header, cells, line));
    if (chunk.length < CHUNK_LINES) continue;
    yield { of: of(), lines: chunk };
    chunk = [];
  }
  if (!header) throw refused(reconciliationTexts.noHeader);
  yield { of: of(), lines: chunk };
  return undefined;
}

function headerOf(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const key = names.includes(KEYS.cards) ? KEYS.cards : KEYS.bank;
  for (const column of [key, ...COLUMNS]) {
    if (!names.includes(column)) throw refused(reconciliationTexts.columnMissing(column));
  }
  return names;
}

const STATUSES = ["succeeded", "failed", "reversed"] as const;

function lineOf(header: readonly string[], cells: readonly string[], line: number): SettlementLine {
  const cell = (column: string) => cells[header.indexOf(column)]?.trim() ?? "";
  const key = header.includes(KEYS.cards) ? KEYS.cards : KEYS.bank;
  const [sessionId, direction, amount] = [cell(key), cell("direction"), cell("amount")];
  const [status, time] = [cell("status"), cell("time")];
  const account = cell(key === KEYS.cards ? "card_id" : "account_number");
  const kobo = koboOf(amount);
  const known = STATUSES.find((one) => one === status);
  const at = /^\d{4}-\d{2}-\d{2}T/.test(time) ? new Date(time) : new Date(Number.NaN);
  if (!/^[\w-]{1,100}$/.test(sessionId)) throw refused(reconciliationTexts.lineWrong(line, key));
  if (direction !== "in" && direction !== "out") throw refused(reconciliationTexts.lineWrong(line, "direction"));
  if (kobo === null || kobo === 0n) throw refused(reconciliationTexts.lineWrong(line, "amount"));
  if (!known) throw refused(reconciliationTexts.lineWrong(line, "status"));
  if (Number.isNaN(at.getTime())) throw refused(reconciliationTexts.lineWrong(line, "time"));
  return { sessionId, direction, amount: kobo, status: known, at, account: account || null };
}

function refused(message: string): Failure {
  return new Failure("validation_failed", { message: `file ${message}.`, errors: [{ field: "file", message }] });
}

/** Hands a staged file to the worker, which compares it. Returns the wire payload. Rails 6. */
export async function acceptSettlement(
  ctx: Context,
  { date }: { date: string },
  { id, rail, lines, sha256 }: ReceivedSettlement & { sha256: string },
): Promise<{ file: SettlementFile }> {
  const at = ctx.clock.now();
  const shared = { id, rail, day: date, name: `${rail} ${date}`, lines, uploadedByName: ctx.actor.name, createdAt: at };
  const none = { state: "waiting", problem: null, matched: 0, breaks: 0, others: 0, matchedAt: null } as const;
  const payload = { file: fileView({ ...shared, ...none }) };
  await inTransaction(ctx.db, async (tx) => {
    await acceptFile(tx, ctx.tenant.id, { id, name: shared.name, day: date, lines, at });
    await recordAudit(tx, ctx, {
      action: "reconciliation.upload",
      object: { kind: "settlement_file", id },
      after: { rail, date, lines, sha256 },
    });
    await keepAnswer(tx, ctx, { payload });
  });
  return payload;
}

/** Deletes a staged file. It was never visible, so no audit row is written. */
export async function discardSettlement(ctx: Context, { id }: ReceivedSettlement): Promise<void> {
  await deleteReceivingFile(ctx.db, ctx.tenant.id, id);
}
