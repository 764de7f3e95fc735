import { createDateOrder, type Damage, type Repair, repairOf } from "./damage.ts";
import type { Problem } from "./problems.ts";
import { texts } from "./texts.ts";

const NOTES: Record<Damage, (before: string, after: string) => string> = {
  text_formula: () => texts.takenOutOfA,
  lost_zero: () => texts.firstZeroPutBack,
  // The cell may hold a BVN or NIN, which is never shown in full.
  scientific: () => texts.digitsWrittenOut,
  date_text: (_, after) => texts.readAsAfter(after),
  date_order: (before, after) => texts.beforeReadAsAfter(before, after),
  tier_text: (_, after) => texts.readAsAfter(after),
};

type Fix = { row: number; text: string };

/** Finds spreadsheet damage while rows arrive, repairs it for a whole column, and keeps a note on every repaired row. */
export function createRepairs(known: readonly string[], cellOf: (row: number, column: string) => string) {
  const suspects = new Map<string, Set<number>>(known.map((column) => [column, new Set()]));
  const notes = new Map<number, Problem[]>();
  const order = createDateOrder();

  const fixOf = (row: number, column: string) => repairOf(column, cellOf(row, column), order.known());
  const isRepairable = (row: number, column: string) => {
    const cell = cellOf(row, column);
    return repairOf(column, cell, "day_first") !== null || repairOf(column, cell, "month_first") !== null;
  };
  return {
    /** A row without errors can only hold a formula that reads as text (`="…"`). */
    inspect(row: number, hasErrors: boolean): void {
      for (const column of known) {
        if (hasErrors && column === "date_of_birth") order.see(cellOf(row, column));
        const isSuspect = hasErrors || cellOf(row, column).charCodeAt(0) === 61;
        if (isSuspect && isRepairable(row, column)) suspects.get(column)?.add(row);
      }
    },
    edited(row: number, column: string): void {
      const rest = (notes.get(row) ?? []).filter((note) => note.column !== column);
      if (rest.length > 0) notes.set(row, rest);
      else notes.delete(row);
      if (isRepairable(row, column)) suspects.get(column)?.add(row);
      else suspects.get(column)?.delete(row);
    },
    notesOf: (row: number): readonly Problem[] => notes.get(row) ?? [],
    list(): Repair[] {
      const found = new Map<string, Repair>();
      for (const [column, rows] of suspects) {
        for (const row of rows) {
          const damage = fixOf(row, column)?.damage;
          if (!damage) continue;
          const repair = found.get(damage + column) ?? { damage, column, cells: 0 };
          repair.cells += 1;
          found.set(damage + column, repair);
        }
      }
      return [...found.values()];
    },
    /** The fixes for one kind of damage in one column. The damage counts as repaired from then on. */
    take(damage: Damage, column: string): Fix[] {
      const fixes: Fix[] = [];
      for (const row of suspects.get(column) ?? []) {
        const fix = fixOf(row, column);
        if (fix?.damage !== damage) continue;
        suspects.get(column)?.delete(row);
        const text = NOTES[damage](cellOf(row, column).trim(), fix.text);
        notes.set(row, [...(notes.get(row) ?? []), { level: "warning", column, text }]);
        fixes.push({ row, text: fix.text });
      }
      return fixes;
    },
  };
}
