import { csvLine } from "../../contract/csv-line.ts";
import type { Database } from "../db/pool.ts";
import { listEndedTransfers } from "./books.ts";
import { toNaira } from "./naira.ts";

const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The settlement file of a day in Lagos, in parts: one line per session that ended or changed that day. Null for no such day. */
export function settlementFile(db: Database, day: string): AsyncGenerator<string> | null {
  const span = spanOfDay(day);
  return span && writeLines(db, span);
}

/** The instants of a day in Lagos, null for no such day. */
export function spanOfDay(day: string): { from: Date; until: Date } | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(midnight || 0).toISOString().startsWith(day);
  if (!isDay) return null;
  const from = new Date(midnight - LAGOS_OFFSET_MS);
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

async function* writeLines(db: Database, times: { from: Date; until: Date }): AsyncGenerator<string> {
  yield csvLine(["session_id", "direction", "amount", "status", "time", "account_number"]);
  let after = { at: times.from, sessionId: "" };
  for (;;) {
    const lines = await listEndedTransfers(db, times, after);
    const last = lines.at(-1);
    if (!last) return;
    yield lines
      .map((line) =>
        csvLine([
          line.sessionId,
          line.direction,
          toNaira(line.amount),
          line.status,
          line.at.toISOString(),
          line.accountNumber,
        ]),
      )
      .join("");
    after = last;
  }
}
