import { checkFile } from "./check-file.ts";
import { columnsOf, guessMapping, type ImportKind, isAmbiguous, neededColumns, unitOfHeader } from "./columns.ts";
import { FileProblem } from "./file-problem.ts";
import { gridRowOf } from "./grid-row.ts";
import { fileReference, writeErrorRows, writeReadyRows } from "./outputs.ts";
import { readShape, type Shape } from "./read-file.ts";
import type { Sheet } from "./sheet.ts";
import { type Filter, type ImportCalls, LISTED_ROWS_MAX, type Progress } from "./worker-messages.ts";

/** How often progress is told, at most; the first problem is told at once. */
const TELL_EVERY_MS = 150;

/** One import as the worker holds it: a file, then its rows. `onProgress` hears how far a check is. */
export function createImport(onProgress: (progress: Progress) => void): ImportCalls {
  let source: { file: Blob; kind: ImportKind; shape: Shape } | undefined;
  let checked: { sheet: Sheet; shape: Shape; readBytes: number; isOver: boolean; ms: number } | undefined;
  let listed: readonly number[] | "all" = [];

  const progress = (): Progress => {
    const { sheet, shape, readBytes, isOver, ms } = needed(checked);
    return { counts: sheet.counts(), readBytes, isOver, canListAll: sheet.rows() <= LISTED_ROWS_MAX, shape, ms };
  };
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
        isDoubtful: isLacking || isAmbiguous(kind, header),
        unit: unitOfHeader(header, mapping),
      };
    },
    async check({ mapping, unit }) {
      const { file, kind, shape } = needed(source);
      const began = performance.now();
      let toldAt = 0;
      let hasToldProblem = false;
      const { sheet: whole, shape: held } = await checkFile({
        file,
        shape,
        plan: { kind, mapping, unit, now: new Date() },
        async onProgress(part, readBytes) {
          const now = performance.now();
          const isFirst = !hasToldProblem && part.hasProblems();
          if (!isFirst && now - toldAt < TELL_EVERY_MS) return;
          hasToldProblem ||= isFirst;
          toldAt = now;
          checked = { sheet: part, shape, readBytes, isOver: false, ms: now - began };
          onProgress(progress());
        },
      });
      checked = { sheet: whole, shape: held, readBytes: file.size, isOver: true, ms: performance.now() - began };
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
    fileReference: (salt) => fileReference(sheet(), salt),
    readyFile: (input) => writeReadyRows(sheet(), input),
  };
}

function listOf(sheet: Sheet, filter: Filter): readonly number[] | "all" {
  if (filter === "all") return sheet.rows() > LISTED_ROWS_MAX ? sheet.list() : "all";
  return sheet.list(filter === "problems" ? undefined : filter);
}

function needed<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new FileProblem("No file was chosen.");
  return thing;
}
