import type { Bank, BankTransferItem } from "../../../contract/payout-records.ts";
import type { Shape } from "../csv/read-file.ts";
import type { Decimal, ImportKind, Mapping, Unit } from "../rows/columns.ts";
import type { Damage, Repair } from "../rows/damage.ts";
import type { Level } from "../rows/problems.ts";
import type { CommaAmount, Counts } from "../rows/sheet.ts";
import type { Verdict, VerdictChoice } from "../rows/verdicts.ts";

export type Filter = "problems" | Level | "all";

/**
 * A file whose rows are not read yet. `columns`: the specified ones; `needed`: groups of which one column each is required.
 * `needsMapping`: the user must confirm which column is which.
 */
export type OpenedFile = Shape & {
  columns: readonly string[];
  needed: readonly (readonly string[])[];
  mapping: Mapping;
  needsMapping: boolean;
  unit: Unit | null;
};

/** Progress of a check. `canListAll`: few enough rows for a list of all. `commaAmount`: the first amount whose kobo stand behind a comma. */
export type Progress = {
  counts: Counts;
  readBytes: number;
  isComplete: boolean;
  canListAll: boolean;
  commaAmount: CommaAmount | null;
  shape: Shape;
  ms: number;
};

/** A row formatted for the grid. BVN and NIN show four digits. `text` joins the problems of the row. */
export type GridRow = {
  row: number;
  level: Level | null;
  cells: readonly { text: string; level: Level | null }[];
  text: string;
};

/** Above this many rows only rows with problems are listed. Dashboard 7. */
export const LISTED_ROWS_MAX = 500_000;

/** The calls that the worker answers. All work on whole files happens there. */
export type ImportCalls = {
  open(input: { file: Blob; kind: ImportKind }): Promise<OpenedFile>;
  /** Reads and checks every row; posts progress meanwhile. */
  check(input: { mapping: Mapping; unit: Unit; decimal: Decimal; banks: readonly Bank[] }): Promise<Progress>;
  /** Takes a snapshot of the rows that match. Edits do not change it before the next call. Returns its length. */
  list(filter: Filter): number;
  rows(span: { from: number; count: number }): GridRow[];
  /** The next place in the list after `place` with a problem; wraps around. */
  next(place: number): { place: number; column: number } | null;
  /** The unformatted text of a cell. */
  cell(place: { row: number; column: string }): string;
  edit(change: { row: number; column: string; text: string }): Edited;
  repairs(): Repair[];
  repair(what: { damage: Damage; column: string }): Progress;
  /** The rows that are not sent, with the reasons. */
  errorFile(): Blob;
  /** The next rows that the service has not checked, as its preflight takes them; none when all are checked. `restart`: from the first. */
  uncheckedRows(input: { restart: boolean; now: Date }): UncheckedRows;
  noteVerdicts(results: readonly RowVerdict[]): Counts;
  choose(choice: VerdictChoice): Counts;
  /** The first rows of each verdict, and of those that will be sent, with names. */
  reviewRows(): ReviewRows;
  fileReference(input: { now: Date; salt: string }): string;
  readyFile(input: { now: Date; salt: string }): Blob;
};
export type UncheckedRows = {
  /** `isRepeat`: an earlier row of the file is the same payment. */
  rows: { row: number; isFixed: boolean; isRepeat: boolean; item: PreflightItem | BankTransferItem | CustomerCells }[];
  /** Rows looked at so far. */
  done: number;
};
/** The cells of a customer by specified column. */
export type CustomerCells = { cells: Readonly<Record<string, string>> };
export type PreflightItem = {
  customerId?: string;
  walletId?: string;
  accountNumber?: string;
  amount: number;
  reference: string;
};
/** `cost`: fee, VAT and duty of a payout, in kobo. `tier`: of the wallet that a row creates. */
export type RowVerdict = { row: number; name: string | null; verdict: Verdict | null; cost?: number; tier?: string };
/** `amount` in kobo; null for customers, whose `payee` is their phone number. */
export type ReviewRow = {
  row: number;
  name: string | null;
  payee: string;
  amount: number | null;
  verdict: Verdict | null;
};
export type ReviewRows = { withVerdict: ReviewRow[]; sent: ReviewRow[] };
export type Edited = { counts: Counts; row: GridRow };

export type CallName = keyof ImportCalls;
export type WorkerCall = { id: number; call: CallName; input: unknown };
/** `error` is a sentence for the user. */
export type WorkerMessage = { id: number; result: unknown } | { id: number; error: string } | { progress: Progress };
