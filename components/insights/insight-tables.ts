"use client";

import { createContext, useContext, useEffect } from "react";
import { csvLine } from "../../contract/csv-line.ts";
import { formatKobo } from "../../lib/format/money.ts";

/** A figure of a table. `href` leads to the rows behind it. Null: nothing to show. */
export type Cell =
  | { kobo: number; href?: string }
  | { count: number; href?: string }
  | { percent: number | null; href?: string };
/** The figures of one section: the first column names the row. */
export type InsightTable = {
  heads: readonly string[];
  rows: readonly { name: string; href?: string; cells: readonly Cell[] }[];
};
export type NamedTable = { title: string; table: InsightTable };

/** Every table on the page, for the export; sections register theirs. */
export type TableRegistry = Map<string, NamedTable>;
export const TablesContext = createContext<TableRegistry>(new Map());

/** Makes a section's table part of the export while it is on the page. */
export function useExportedTable(title: string, table: InsightTable | undefined): void {
  const registry = useContext(TablesContext);
  useEffect(() => {
    if (!table) return;
    registry.set(title, { title, table });
    return () => void registry.delete(title);
  }, [registry, title, table]);
}

export function cellText(cell: Cell): string {
  if ("kobo" in cell) return formatKobo(cell.kobo);
  if ("count" in cell) return cell.count.toLocaleString("en-NG");
  return cell.percent === null ? "–" : `${rounded(cell.percent, 1)}%`;
}

/** A percentage below 100 never rounds up to it. Decision 0142. */
function rounded(percent: number, digits: number): string {
  return (percent < 100 ? Math.min(percent, 100 - 10 ** -digits) : percent).toFixed(digits);
}

/** All tables as one CSV file: title, heads, rows and an empty line each. Amounts are naira with two decimals. Pure. */
export function tablesCsv(tables: readonly NamedTable[]): string {
  return tables
    .map(({ title, table }) =>
      [
        csvLine([title]),
        csvLine(table.heads),
        ...table.rows.map(({ name, cells }) => csvLine([name, ...cells.map(plainCell)])),
      ].join(""),
    )
    .join("\r\n");
}

/** A number that a spreadsheet can add up. */
function plainCell(cell: Cell): string | number | null {
  if ("count" in cell) return cell.count;
  if ("percent" in cell) return cell.percent === null ? null : Number(rounded(cell.percent, 2));
  return cell.kobo / 100;
}
