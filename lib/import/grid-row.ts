import { shownNumber } from "./customer-rules.ts";
import type { Level, Problem } from "./problems.ts";
import type { Sheet } from "./sheet.ts";
import type { GridRow } from "./worker-messages.ts";

/** Longer cells are cut for the eye only. */
const SHOWN_CHARACTERS = 80;

/** A row formatted for the grid, so that the page only has to draw it. BVN and NIN are cut to four digits. Dashboard 2.1, 7. */
export function gridRowOf(sheet: Sheet, row: number): GridRow {
  const problems = sheet.problemsOf(row);
  const cells = sheet.known.map((column) => {
    const text = sheet.cellOf(row, column);
    const shown = column === "bvn" || column === "nin" ? shownNumber(text) : text;
    return {
      text: shown.slice(0, SHOWN_CHARACTERS),
      level: gravestOf(problems.filter((one) => one.column === column)),
    };
  });
  return { row, level: sheet.levelOf(row), cells, says: problems.map(({ text }) => text).join("; ") };
}

function gravestOf(problems: readonly Problem[]): Level | null {
  if (problems.some(({ level }) => level === "error")) return "error";
  return problems[0]?.level ?? null;
}
