/** Rows with `error` or `repeat` are not sent; rows with a `warning` are. */
export type Level = "warning" | "error" | "repeat";
/** A problem with a cell, or with the whole row if `column` is null. */
export type Problem = { level: Level; column: string | null; text: string };
/** A row's cells by specified column name. */
export type Cells = (column: string) => string;
