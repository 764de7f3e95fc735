import type { Mapping } from "./columns.ts";

/** The cells of a file as column arrays; rows count from 1. Dashboard 7. */
export function createCells(header: readonly string[], mapping: Mapping) {
  const columns: string[][] = header.map(() => []);
  /** Rows of another length than the header's, and their cells beyond it. */
  const odd = new Map<number, { length: number; extra: string[] }>();
  let rows = 0;
  return {
    rows: () => rows,
    /** The number of the row that was added. */
    add(record: readonly string[]): number {
      rows += 1;
      for (const [index, cells] of columns.entries()) cells.push(record[index] ?? "");
      if (record.length !== header.length) odd.set(rows, { length: record.length, extra: record.slice(header.length) });
      return rows;
    },
    /** By the spec's name of the column; empty where the file has no such column. */
    get: (row: number, column: string): string => columns[mapping[column] ?? -1]?.[row - 1] ?? "",
    set(row: number, column: string, text: string): void {
      const cells = columns[mapping[column] ?? -1];
      if (cells) cells[row - 1] = text;
    },
    /** How many cells a row has, where it is not as many as the header. */
    oddLength: (row: number): number | undefined => odd.get(row)?.length,
    /** Who writes into such a row has seen which cell is which. */
    acceptLength: (row: number) => odd.delete(row),
    /** The cells as they are now, with those beyond the header. */
    record: (row: number): string[] => [
      ...columns.map((cells) => cells[row - 1] ?? ""),
      ...(odd.get(row)?.extra ?? []),
    ],
  };
}
