import { insertOutboxRow } from "../../../db/ledger/outbox.ts";
import { isTenantSuspended } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import { queryTogether } from "../../../db/statement-group.ts";
import {
  findPendingImportRows,
  importResultStatements,
  type PendingImportRow,
  updateUnansweredRows,
} from "../../../db/wallets/wallet-import-rows.ts";
import { claimDueImport, type LeasedImport, releaseImport } from "../../../db/wallets/wallet-imports.ts";
import type { Context, Services } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { checkRow, createRows, identifyRows, type ReadRow, type ResultStore } from "./create-import-rows.ts";
import { hiddenNumbers, openCells } from "./import-cells.ts";
import { readRow } from "./import-row.ts";
import { runTurn, type TurnEnd } from "./import-turn.ts";

/** The most rows and time that one import gets per turn before another merchant's turn (spec 4.1, 8). */
const TURN_ROWS = 5_000;
const TURN_MS = 10_000;

/** Extended whenever results are recorded. After it expires, another worker takes over from a crashed one. */
const LEASE_MS = 30_000;

/** Pauses after the registry did not answer, longer each consecutive time. */
const PAUSES_SECONDS = [5, 15, 60, 300, 900];

export type TurnReport = { importId: string; created: number; isPaused: boolean; isFinished: boolean };

/**
 * Runs one turn of one import: claims the next import in turn, creates customers for some of its rows, records the
 * results, and releases the import. A crash loses at most unrecorded results, never a row. Returns undefined when no
 * import is due. A suspension ends the turn. Spec 4.1, api 5.
 * @throws an unexpected error of a row, after everything is recorded
 */
export async function processNextImport(services: Services): Promise<TurnReport | undefined> {
  const lease = services.ids.next();
  const startedAt = services.clock.now();
  const taken = await claimDueImport(services.db, {
    lease,
    at: startedAt,
    until: addMilliseconds(startedAt, LEASE_MS),
  });
  if (!taken) return undefined;
  const ctx = contextOf(services, taken);
  const key = { tenant: taken.tenant.id, id: taken.id };
  const pending = await findPendingImportRows(ctx.db, key, TURN_ROWS);
  let isSuspended = false;
  const end = await runTurn(pending, {
    read: rowReader(ctx, taken),
    identify: (rows) => identifyRows(ctx, rows),
    check: (row) => checkRow(ctx, row),
    create: async ({ rows, others }) => {
      const group = { rows: isSuspended ? [] : rows, others };
      const outcomes = await createRows(ctx, group, resultStore(ctx, key, lease));
      isSuspended ||= await isTenantSuspended(ctx.db, key.tenant);
      return outcomes;
    },
    isOver: () => isSuspended || ctx.clock.now() >= addMilliseconds(startedAt, TURN_MS),
  });
  const report = await release(ctx, taken, lease, end);
  if (end.error) throw end.error;
  return report;
}

function resultStore(ctx: Context, key: { tenant: number; id: string }, lease: string): ResultStore {
  const statements: ResultStore["statements"] = (results) =>
    importResultStatements(key, results, { lease, until: addMilliseconds(ctx.clock.now(), LEASE_MS) });
  return { statements, store: (results) => inTransaction(ctx.db, (tx) => queryTogether(tx, statements(results))) };
}

function contextOf(services: Services, { tenant, id, creatorName, requestId }: LeasedImport): Context {
  const actor = { kind: "job", id, name: `Import by ${creatorName}` } as const;
  return { ...services, tenant, actor, requestId, address: null, pendingAnswer: null };
}

function rowReader(ctx: Context, { id, columns, tenant }: LeasedImport): (row: PendingImportRow) => ReadRow {
  const { secrets } = ctx.providers;
  const hidden = hiddenNumbers(secrets, tenant.id);
  return (row) => {
    const cells = openCells(secrets, row.cellsSealed, { importId: id, row: row.row });
    return { ...row, ...readRow(columns, cells, hidden) };
  };
}

async function release(ctx: Context, taken: LeasedImport, lease: string, end: TurnEnd): Promise<TurnReport> {
  const key = { tenant: taken.tenant.id, id: taken.id };
  const at = ctx.clock.now();
  // If other rows got answers, only single rows failed: they are retried last, without a pause.
  const isPaused = end.isOutage || (end.created === 0 && end.unanswered.length + end.waiting.length > 0);
  const pauses = isPaused ? taken.pauses + 1 : 0;
  const pausedUntil = isPaused ? addMilliseconds(at, pauseSeconds(pauses) * 1_000) : null;
  const finished = await inTransaction(ctx.db, async (tx) => {
    if (end.unanswered.length > 0) await updateUnansweredRows(tx, key, end.unanswered, at);
    if (end.waiting.length > 0) await updateUnansweredRows(tx, key, end.waiting, null);
    const ended = await releaseImport(tx, key, { lease, at, pauses, pausedUntil });
    if (ended) {
      const event = { tenant: key.tenant, kind: "wallet_import.completed", objectId: taken.id, at } as const;
      await insertOutboxRow(tx, event);
      await recordAudit(tx, ctx, {
        action: "wallet_import.finish",
        object: { kind: "wallet_import", id: taken.id },
        after: ended,
      });
    }
    return ended;
  });
  return { importId: taken.id, created: end.created, isPaused, isFinished: finished !== undefined };
}

function pauseSeconds(pauses: number): number {
  return PAUSES_SECONDS[Math.min(pauses, PAUSES_SECONDS.length) - 1] ?? 0;
}

function addMilliseconds(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}
