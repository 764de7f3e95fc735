import { createCsvReader } from "./csv-reader.ts";

export type Delimiter = "," | ";" | "\t";

/** The delimiter that splits the header into the most columns, ignoring quoted text; a comma if there is only one column. Dashboard 5.6. */
export function guessDelimiter(head: string): Delimiter {
  let best: { delimiter: Delimiter; columns: number } = { delimiter: ",", columns: 1 };
  for (const delimiter of [",", ";", "\t"] as const) {
    const columns = headerOf(head, delimiter).length;
    if (columns > best.columns) best = { delimiter, columns };
  }
  return best.delimiter;
}

/** The first record of a text that may be truncated; empty if the text is malformed with this delimiter. */
export function headerOf(head: string, delimiter: Delimiter): string[] {
  let header: string[] | undefined;
  try {
    const reader = createCsvReader(delimiter, (cells) => {
      header ??= cells;
    });
    reader.push(head);
    if (!header) reader.end();
  } catch {
    // The reader reports malformed text when it reads the whole file.
  }
  return header ?? [];
}
