import { findSealedValues, replaceSealedValue, type StoredColumn, storedColumns } from "../db/sealed-values.ts";
import type { Services } from "./context.ts";

const CHUNK = 500;

/** What `resealValues` found in a column. `failed` lists the rows whose value no configured key opens. */
export type ResealReport = { column: StoredColumn; read: number; renewed: number; failed: string[] };

/**
 * Seals every stored value again with the newest key of `SECRETS_KEY` and for its own row, so that an old key can be
 * removed. May run beside the service and may be repeated: a value that changed meanwhile is left to the next run.
 * Decision 0091.
 */
export async function* resealValues(services: Pick<Services, "db" | "providers">): AsyncGenerator<ResealReport> {
  for (const column of storedColumns) yield await resealColumn(services, column);
}

async function resealColumn(
  { db, providers: { secrets } }: Pick<Services, "db" | "providers">,
  column: StoredColumn,
): Promise<ResealReport> {
  const report: ResealReport = { column, read: 0, renewed: 0, failed: [] };
  let after = "";
  for (;;) {
    const values = await findSealedValues(db, column, { after, limit: CHUNK });
    for (const { place, row, sealed } of values) {
      report.read += 1;
      if (secrets.isCurrent(sealed)) continue;
      try {
        const renewed = secrets.seal(secrets.openBytes(sealed, column, row), column, row);
        if (await replaceSealedValue(db, column, { place, sealed, renewed })) report.renewed += 1;
      } catch {
        report.failed.push(place);
      }
    }
    const last = values.at(-1);
    if (!last || values.length < CHUNK) return report;
    after = last.place;
  }
}
