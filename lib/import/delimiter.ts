import { createCsvReader } from "./csv-reader.ts";

export type Delimiter = "," | ";" | "\t";

/** What separates the cells: what the header has most of outside quotes; a comma where it has nothing. Dashboard 5.6. */
export function guessDelimiter(head: string): Delimiter {
  let best: { delimiter: Delimiter; columns: number } = { delimiter: ",", columns: 1 };
  for (const delimiter of [",", ";", "\t"] as const) {
    const columns = headerOf(head, delimiter).length;
    if (columns > best.columns) best = { delimiter, columns };
  }
  return best.delimiter;
}

/** The first record of a text that may be cut; empty where quotes make no sense with this delimiter. */
export function headerOf(head: string, delimiter: Delimiter): string[] {
  let header: string[] | undefined;
  try {
    const reader = createCsvReader(delimiter, (cells) => {
      header ??= cells;
    });
    reader.push(head);
    if (!header) reader.end();
  } catch {
    // What comes later in the file is the reader's matter.
  }
  return header ?? [];
}
