import type { ImportRowResult, PendingImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";
import type { ReadRow, RowOutcome } from "./create-import-row.ts";

/** Rows processed concurrently; also the limit of registry calls and database connections of a turn. */
export const CONCURRENT_ROWS = 8;

/** Results recorded together, and so the most rows that are repeated after a crash. */
const RESULT_BATCH_SIZE = 100;

export type TurnParts = {
  /** Called per row when its processing starts: most rows of a large upload are parsed in later turns. */
  read(row: PendingImportRow): ReadRow;
  work(row: ReadRow): Promise<RowOutcome>;
  record(results: readonly ImportRowResult[]): Promise<void>;
  isOver(): boolean;
};

/**
 * The result of a turn: the number of created rows, the rows without an answer, and whether those are an outage rather
 * than single failures.
 */
export type TurnEnd = { created: number; unanswered: number[]; isOutage: boolean; error: unknown };

/**
 * Processes rows concurrently in file order. Rows that share a phone number, BVN or NIN run one after another, so that
 * the first of them is created. Stops when the time is over, or when as many consecutive rows as run concurrently got
 * no answer from the registry.
 */
export async function runTurn(rows: readonly PendingImportRow[], parts: TurnParts): Promise<TurnEnd> {
  const end: TurnEnd = { created: 0, unanswered: [], isOutage: false, error: null };
  const earlier = new Map<string, Promise<unknown>>();
  let next = 0;
  let unansweredInARow = 0;
  let results: ImportRowResult[] = [];

  function note(outcome: RowOutcome): void {
    if ("unanswered" in outcome) {
      end.unanswered.push(outcome.unanswered);
      end.error ??= outcome.error;
      unansweredInARow += 1;
      end.isOutage ||= unansweredInARow >= CONCURRENT_ROWS;
      return;
    }
    results.push(outcome);
    if (outcome.status !== "created") return;
    end.created += 1;
    unansweredInARow = 0;
  }

  async function flush(): Promise<void> {
    const full = results;
    results = [];
    if (full.length > 0) await parts.record(full);
  }

  async function lane(): Promise<void> {
    while (!end.isOutage && !parts.isOver()) {
      const pending = rows[next];
      if (!pending) return;
      next += 1;
      const row = parts.read(pending);
      const keys = keysOf(row);
      const before = Promise.all(keys.map((key) => earlier.get(key)));
      const done = before.then(() => parts.work(row));
      for (const key of keys) earlier.set(key, done);
      note(await done);
      if (results.length >= RESULT_BATCH_SIZE) await flush();
    }
  }

  await Promise.all(Array.from({ length: CONCURRENT_ROWS }, lane));
  await flush();
  return end;
}

function keysOf(row: ReadRow): string[] {
  if ("reason" in row) return [];
  const { phoneNumber, bvn, nin } = row.input;
  const keys = [`phone ${normalisePhoneNumber(phoneNumber) ?? ""}`];
  if (bvn) keys.push(`bvn ${bvn}`);
  if (nin) keys.push(`nin ${nin}`);
  return keys;
}
