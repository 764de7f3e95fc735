import type { GridRow } from "../worker/worker-messages.ts";
import { maskNumber } from "./customer-rules.ts";
import type { Level, Problem } from "./problems.ts";
import type { Sheet } from "./sheet.ts";

/** Longer cells are truncated on the screen only. */
const SHOWN_CHARACTERS = 80;

/** A row formatted for the grid. BVN and NIN show four digits. Dashboard 2.1, 7. */
export function gridRowOf(sheet: Sheet, row: number): GridRow {
  const problems = sheet.problemsOf(row);
  const cells = sheet.known.map((column) => {
    const text = sheet.cellOf(row, column);
    const shown = column === "bvn" || column === "nin" ? maskNumber(text) : text;
    return {
      text: shown.slice(0, SHOWN_CHARACTERS),
      level: levelOf(problems.filter((one) => one.column === column)),
    };
  });
  return { row, level: sheet.levelOf(row), cells, text: problems.map(({ text }) => text).join("; ") };
}

function levelOf(problems: readonly Problem[]): Level | null {
  if (problems.some(({ level }) => level === "error")) return "error";
  return problems[0]?.level ?? null;
}
