import { csvLine } from "../../contract/csv-line.ts";
import type { Database } from "../db/pool.ts";
import { toNaira } from "../sandbox-bank/naira.ts";
import { spanOfDay } from "../sandbox-bank/settlement.ts";
import { type EntryRow, listEntries } from "./books.ts";

/** The issuer's settlement file of a day in Lagos, in parts: one line per clearing and refund. Null for no such day. Cards 4. */
export function issuerSettlementFile(db: Database, day: string): AsyncGenerator<string> | null {
  const span = spanOfDay(day);
  return span && writeLines(db, span);
}

async function* writeLines(db: Database, span: { from: Date; until: Date }): AsyncGenerator<string> {
  yield csvLine(["event_id", "direction", "amount", "status", "time", "card_id"]);
  let after: Pick<EntryRow, "at" | "eventId"> = { at: span.from, eventId: "" };
  for (;;) {
    const entries = await listEntries(db, span, after);
    const last = entries.at(-1);
    if (!last) return;
    yield entries
      .map(({ eventId, kind, amount, at, card }) =>
        csvLine([eventId, kind === "clear" ? "out" : "in", toNaira(amount), "succeeded", at.toISOString(), card]),
      )
      .join("");
    after = last;
  }
}
