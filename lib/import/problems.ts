/** `error` and `repeat` rows stay behind; a `warning` is sent. */
export type Level = "warning" | "error" | "repeat";
/** What is to be said of a cell, or of the row where no column is named. */
export type Problem = { level: Level; column: string | null; text: string };
/** Cells by the spec's columns, as the file has them. */
export type Cells = (column: string) => string;
