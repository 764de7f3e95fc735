import type { Mapping } from "./columns.ts";

/** The cells of a file, stored by column. Rows count from 1. Dashboard 7. */
export function createCells(header: readonly string[], mapping: Mapping) {
  const columns: string[][] = header.map(() => []);
  /** Rows whose length differs from the header's, with the cells beyond the header. */
  const odd = new Map<number, { length: number; extra: string[] }>();
  let rows = 0;
  return {
    rows: () => rows,
    /** Returns the number of the added row. */
    add(record: readonly string[]): number {
      rows += 1;
      for (const [index, cells] of columns.entries()) cells.push(record[index] ?? "");
      if (record.length !== header.length) odd.set(rows, { length: record.length, extra: record.slice(header.length) });
      return rows;
    },
    /** By the specified column name; empty if the file has no such column. */
    get: (row: number, column: string): string => columns[mapping[column] ?? -1]?.[row - 1] ?? "",
    set(row: number, column: string, text: string): void {
      const cells = columns[mapping[column] ?? -1];
      if (cells) cells[row - 1] = text;
    },
    /** The number of cells of a row whose length differs from the header's. */
    oddLength: (row: number): number | undefined => odd.get(row)?.length,
    /** An edited row no longer counts as misaligned: the user has seen its cells under their columns. */
    acceptLength: (row: number) => odd.delete(row),
    /** The current cells, including those beyond the header. */
    record: (row: number): string[] => [
      ...columns.map((cells) => cells[row - 1] ?? ""),
      ...(odd.get(row)?.extra ?? []),
    ],
  };
}
