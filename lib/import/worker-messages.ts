import type { ImportKind, Mapping, Unit } from "./columns.ts";
import type { Damage, Repair } from "./damage.ts";
import type { Level } from "./problems.ts";
import type { Shape } from "./read-file.ts";
import type { Counts } from "./sheet.ts";

export type Filter = "problems" | Level | "all";

/**
 * What the file looks like before its rows are read. `columns`: the spec's, of each group of `needed` one must be there. `isDoubtful`:
 * a person should say which column is which.
 */
export type Opened = Shape & {
  columns: readonly string[];
  needed: readonly (readonly string[])[];
  mapping: Mapping;
  isDoubtful: boolean;
  unit: Unit | null;
};

/** How far the check is; `isOver` when every row was judged. `canListAll`: there are not too many rows for a list of all. */
export type Progress = {
  counts: Counts;
  readBytes: number;
  isOver: boolean;
  canListAll: boolean;
  shape: Shape;
  ms: number;
};

/** A row as the grid shows it: cells formatted, numbers that nobody sees whole cut to four digits. */
export type GridRow = {
  row: number;
  level: Level | null;
  cells: readonly { text: string; level: Level | null }[];
  says: string;
};

/** Behind this many rows only those with problems are listed. Dashboard 7. */
export const LISTED_ROWS_MAX = 500_000;

/** What the worker does when it is asked. Everything that concerns a whole file happens there. */
export type ImportCalls = {
  open(input: { file: Blob; kind: ImportKind }): Promise<Opened>;
  /** Reads and judges every row; progress is told meanwhile. */
  check(input: { mapping: Mapping; unit: Unit }): Promise<Progress>;
  /** Makes a list that keeps its rows until the next one, whatever is edited; answers how long it is. */
  list(filter: Filter): number;
  rows(span: { from: number; count: number }): GridRow[];
  /** The next place of the list behind `place` that has something to say, from the start again at the end. */
  next(place: number): { place: number; column: number } | null;
  /** A cell as it stands in the file. */
  cell(place: { row: number; column: string }): string;
  edit(change: { row: number; column: string; text: string }): Edited;
  repairs(): Repair[];
  repair(what: { damage: Damage; column: string }): Progress;
  /** What stays behind, with the reasons. */
  errorFile(): Blob;
  fileReference(salt: string): string;
  readyFile(input: { now: Date; salt: string }): Blob;
};
export type Edited = { counts: Counts; row: GridRow };

export type CallName = keyof ImportCalls;
export type Ask = { id: number; call: CallName; input: unknown };
/** `error`: words for the person. */
export type Told = { id: number; result: unknown } | { id: number; error: string } | { progress: Progress };
