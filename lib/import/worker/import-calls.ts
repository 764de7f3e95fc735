import { PREFLIGHT_ITEMS_MAX } from "../../../contract/money-row.ts";
import { PAYOUT_PREFLIGHT_MAX } from "../../../contract/payout-records.ts";
import { checkFile } from "../check-file.ts";
import { FileProblem } from "../csv/file-problem.ts";
import { readShape, type Shape } from "../csv/read-file.ts";
import {
  fileReference,
  type Payment,
  paymentsOf,
  payoutItem,
  writeErrorRows,
  writeReadyRows,
} from "../outputs/outputs.ts";
import { columnsOf, guessMapping, type ImportKind, isAmbiguous, neededColumns, unitOfHeader } from "../rows/columns.ts";
import { gridRowOf } from "../rows/grid-row.ts";
import { payeeOf } from "../rows/money-rules.ts";
import type { Sheet } from "../rows/sheet.ts";
import { texts } from "./texts.ts";
import {
  type Filter,
  type ImportCalls,
  LISTED_ROWS_MAX,
  type Progress,
  type ReviewRow,
  type ReviewRows,
  type UncheckedRows,
} from "./worker-messages.ts";

/** At most this often; the first problem is reported immediately. */
const PROGRESS_EVERY_MS = 150;

type Checked = { sheet: Sheet; shape: Shape; readBytes: number; isComplete: boolean; ms: number };

/** The state of one import: its file, then its rows. `onProgress` reports how far a check is. */
export function createImport(onProgress: (progress: Progress) => void): ImportCalls {
  let source: { file: Blob; kind: ImportKind; shape: Shape } | undefined;
  let checked: Checked | undefined;
  let listed: readonly number[] | "all" = [];

  const progress = () => progressOf(needed(checked));
  const sheet = () => needed(checked).sheet;

  return {
    async open({ file, kind }) {
      const shape = await readShape(file);
      source = { file, kind, shape };
      const { header } = shape;
      const [columns, needed, mapping] = [columnsOf(kind), neededColumns(kind), guessMapping(kind, header)];
      const isLacking = needed.some((group) => group.every((column) => mapping[column] === undefined));
      return {
        ...shape,
        columns,
        needed,
        mapping,
        needsMapping: isLacking || isAmbiguous(kind, header),
        unit: unitOfHeader(header, mapping),
      };
    },
    async check({ mapping, unit, decimal, banks }) {
      const { file, kind, shape } = needed(source);
      const began = performance.now();
      let reportedAt = 0;
      let hasReportedProblem = false;
      const { sheet: whole, shape: held } = await checkFile({
        file,
        shape,
        plan: { kind, mapping, unit, decimal, banks, now: new Date() },
        async onProgress(partial, readBytes) {
          const now = performance.now();
          const isFirst = !hasReportedProblem && partial.hasProblems();
          if (!isFirst && now - reportedAt < PROGRESS_EVERY_MS) return;
          hasReportedProblem ||= isFirst;
          reportedAt = now;
          checked = { sheet: partial, shape, readBytes, isComplete: false, ms: now - began };
          onProgress(progress());
        },
      });
      checked = { sheet: whole, shape: held, readBytes: file.size, isComplete: true, ms: performance.now() - began };
      return progress();
    },
    list(filter) {
      listed = listOf(sheet(), filter);
      return listed === "all" ? sheet().rows() : listed.length;
    },
    rows({ from, count }) {
      const length = listed === "all" ? sheet().rows() : listed.length;
      const places = Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) => from + index);
      return places.map((place) => gridRowOf(sheet(), listed === "all" ? place + 1 : (listed[place] ?? 1)));
    },
    next(after) {
      const length = listed === "all" ? sheet().rows() : listed.length;
      for (let step = 1; step <= length; step += 1) {
        const place = (after + step + length) % length;
        const row = listed === "all" ? place + 1 : (listed[place] ?? 1);
        if (sheet().levelOf(row) === null) continue;
        const column = gridRowOf(sheet(), row).cells.findIndex(({ level }) => level !== null);
        return { place, column: Math.max(0, column) };
      }
      return null;
    },
    cell: ({ row, column }) => sheet().cellOf(row, column),
    edit({ row, column, text }) {
      sheet().edit(row, column, text);
      return { counts: sheet().counts(), row: gridRowOf(sheet(), row) };
    },
    repairs: () => sheet().repairs(),
    repair({ damage, column }) {
      sheet().repair(damage, column);
      return progress();
    },
    errorFile: () => writeErrorRows(sheet()),
    ...createReviewCalls(sheet),
    fileReference: (input) => fileReference(sheet(), input),
    readyFile: (input) => writeReadyRows(sheet(), input),
  };
}

function progressOf({ sheet, ...read }: Checked): Progress {
  const canListAll = sheet.rows() <= LISTED_ROWS_MAX;
  return { ...read, counts: sheet.counts(), canListAll, commaAmount: sheet.commaAmount() };
}

/** The calls of Review: what the service says about the rows. */
function createReviewCalls(
  sheet: () => Sheet,
): Pick<ImportCalls, "uncheckedRows" | "noteVerdicts" | "choose" | "reviewRows"> {
  let walk: Generator<{ row: number; unchecked: () => UncheckedRows["rows"][number] }> | undefined;
  return {
    uncheckedRows({ restart, now }) {
      const whole = sheet();
      if (restart || !walk) walk = walkOf(whole, now);
      const rows: UncheckedRows["rows"] = [];
      let done = whole.rows();
      const most = whole.plan.kind === "payout" ? PAYOUT_PREFLIGHT_MAX : PREFLIGHT_ITEMS_MAX;
      while (rows.length < most) {
        const { value: one } = walk.next();
        if (!one) return { rows, done };
        if (!whole.verdicts.isChecked(one.row)) rows.push(one.unchecked());
        done = one.row;
      }
      return { rows, done };
    },
    noteVerdicts(results) {
      for (const { row, ...result } of results) sheet().verdicts.set(row, result);
      return sheet().counts();
    },
    choose(choice) {
      sheet().verdicts.choose(choice);
      return sheet().counts();
    },
    reviewRows: () => reviewRowsOf(sheet()),
  };
}

/** The rows that the service is asked about. */
function* walkOf(sheet: Sheet, now: Date) {
  if (sheet.plan.kind === "create") return yield* customersOf(sheet);
  for (const one of paymentsOf(sheet, { now, salt: "" }))
    yield { row: one.row, unchecked: () => uncheckedRow(sheet, one) };
}

function* customersOf(sheet: Sheet) {
  for (let row = 1; row <= sheet.rows(); row += 1) {
    if (!sheet.isSendable(row)) continue;
    const cells = () => Object.fromEntries(sheet.known.map((column) => [column, sheet.cellOf(row, column).trim()]));
    yield { row, unchecked: () => ({ row, isFixed: false, isRepeat: false, item: { cells: cells() } }) };
  }
}

function uncheckedRow(sheet: Sheet, one: Payment): UncheckedRows["rows"][number] {
  const { row, payment, reference } = one;
  const about = { row, isFixed: payment.reference !== null, isRepeat: sheet.isRepeated(row) };
  if ("sortCode" in payment) return { ...about, item: payoutItem(sheet, one) };
  const { customerId, walletId, accountNumber, amount } = payment;
  const payee = customerId ? { customerId } : walletId ? { walletId } : { accountNumber: accountNumber ?? "" };
  return { ...about, item: { ...payee, amount, reference } };
}

/** Rows shown in Review, of each list. */
const REVIEW_ROWS = 50;

function reviewRowsOf(sheet: Sheet): ReviewRows {
  const viewOf = (row: number): ReviewRow[] => {
    const verdict = sheet.verdicts.of(row) ?? null;
    if (sheet.plan.kind === "create") return [customerView(sheet, row, verdict)];
    const payment = sheet.paymentOf(row);
    if (!payment) return [];
    return [{ row, name: sheet.verdicts.nameOf(row), payee: payeeOf(payment), amount: payment.amount, verdict }];
  };
  const evaluated = [...sheet.verdicts.rows()].filter(sheet.isSendable).sort((a, b) => a - b);
  const sent: ReviewRow[] = [];
  for (let row = 1; row <= sheet.rows() && sent.length < REVIEW_ROWS; row += 1) {
    if (sheet.isReady(row)) sent.push(...viewOf(row));
  }
  return { withVerdict: evaluated.slice(0, REVIEW_ROWS).flatMap(viewOf), sent };
}

function customerView(sheet: Sheet, row: number, verdict: ReviewRow["verdict"]): ReviewRow {
  const [name, payee] = [["first_name", "last_name"], ["phone_number"]].map((columns) =>
    columns.map((column) => sheet.cellOf(row, column).trim()).join(" "),
  );
  return { row, name: name ?? null, payee: payee ?? "", amount: null, verdict };
}

function listOf(sheet: Sheet, filter: Filter): readonly number[] | "all" {
  if (filter === "all") return sheet.rows() > LISTED_ROWS_MAX ? sheet.list() : "all";
  return sheet.list(filter === "problems" ? undefined : filter);
}

function needed<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new FileProblem(texts.noFileWasChosen);
  return thing;
}
