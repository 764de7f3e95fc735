import type { MoneyRow } from "../../contract/money-row.ts";
import { createCells } from "./cells.ts";
import { createRepairs } from "./column-repairs.ts";
import { columnsOf, type ImportKind, type Mapping, type Unit } from "./columns.ts";
import { customerProblems } from "./customer-rules.ts";
import type { Damage } from "./damage.ts";
import { readPayment } from "./money-rules.ts";
import type { Level, Problem } from "./problems.ts";
import { CUSTOMER_KINDS, createRepeats, keysOfCustomer, keysOfPayment, PAYMENT_KINDS } from "./repeats.ts";

export type Plan = {
  kind: ImportKind;
  header: readonly string[];
  mapping: Mapping;
  unit: Unit;
  /** `YYYY-MM-DD` in Lagos. */
  today: string;
};
/** `total`: kobo of all rows that will be sent; 0 for customers. */
export type Counts = { rows: number; warnings: number; errors: number; repeats: number; total: bigint };
export type Sheet = ReturnType<typeof createSheet>;

const GRAVEST: readonly Level[] = ["error", "repeat", "warning"];

/**
 * The rows of a file, each with its verdict: what stays behind, what is worth a look, what will be sent. Rows are counted from 1, as
 * the service counts them. An edit changes one row and those that repeat it. Dashboard 5.6.
 */
export function createSheet(plan: Plan) {
  const cells = createCells(plan.header, plan.mapping);
  const known = columnsOf(plan.kind).filter((column) => plan.mapping[column] !== undefined);
  const repairs = createRepairs(known, cells.get);
  const verdicts = createVerdicts(plan, cells, repairs.notesOf);
  return {
    plan,
    known,
    rows: cells.rows,
    cellOf: cells.get,
    recordOf: cells.record,
    ...verdicts.answers,
    add(record: readonly string[]): void {
      const row = cells.add(record);
      verdicts.judge(row);
      repairs.see(row, verdicts.hasErrors(row));
    },
    edit(row: number, column: string, text: string): void {
      verdicts.forget(row);
      cells.acceptLength(row);
      cells.set(row, column, text);
      repairs.edited(row, column);
      verdicts.judge(row);
    },
    repairs: repairs.list,
    /** Undoes one kind of damage in a whole column. */
    repair(damage: Damage, column: string): void {
      for (const { row, text } of repairs.take(damage, column)) {
        verdicts.forget(row);
        cells.set(row, column, text);
        verdicts.judge(row);
      }
    },
  };
}

/** Judges rows by themselves and among each other, and keeps count. */
function createVerdicts(
  plan: Plan,
  cells: ReturnType<typeof createCells>,
  notesOf: (row: number) => readonly Problem[],
) {
  const own = new Map<number, Problem[]>();
  const repeats = createRepeats(plan.kind === "create" ? CUSTOMER_KINDS : PAYMENT_KINDS);
  let errors = 0;
  /** Rows that are only worth a look by themselves. */
  let noted = 0;
  let total = 0n;

  const hasErrors = (row: number) => own.get(row)?.some(({ level }) => level === "error") ?? false;
  const read = (row: number): { payment?: MoneyRow; problems: Problem[] } => {
    const cell = (column: string) => cells.get(row, column);
    if (plan.kind === "create") return { problems: customerProblems(cell, plan.today) };
    const found = readPayment(cell, plan.unit);
    return "row" in found ? { payment: found.row, problems: [] } : found;
  };
  const paymentOf = (row: number) => (hasErrors(row) ? undefined : read(row).payment);
  const keysOf = (row: number, payment: MoneyRow | undefined) =>
    payment ? keysOfPayment(payment) : keysOfCustomer((column) => cells.get(row, column));
  const problemsOf = (row: number): Problem[] => [...(own.get(row) ?? []), ...repeats.problemsOf(row)];
  const levelOf = (row: number): Level | null => {
    const problems = problemsOf(row);
    return GRAVEST.find((one) => problems.some(({ level }) => level === one)) ?? null;
  };
  const list = (level?: Level): number[] => {
    const found = [...new Set([...own.keys(), ...repeats.rows()])].sort((a, b) => a - b);
    return level ? found.filter((row) => levelOf(row) === level) : found;
  };
  const isReady = (row: number) => !hasErrors(row) && !repeats.isRepeat(row);

  return {
    hasErrors,
    judge(row: number): void {
      const { payment, problems } = read(row);
      const all = [...lengthProblems(cells.oddLength(row), plan.header.length), ...problems, ...notesOf(row)];
      if (all.length > 0) own.set(row, all);
      if (hasErrors(row)) {
        errors += 1;
        return;
      }
      if (all.length > 0) noted += 1;
      repeats.add(row, keysOf(row, payment));
      total += BigInt(payment?.amount ?? 0);
    },
    /** Takes back what `judge` counted; the row must not have changed in between. */
    forget(row: number): void {
      if (hasErrors(row)) errors -= 1;
      else {
        const { payment } = read(row);
        repeats.remove(row, keysOf(row, payment));
        total -= BigInt(payment?.amount ?? 0);
        if (own.has(row)) noted -= 1;
      }
      own.delete(row);
    },
    answers: {
      problemsOf,
      levelOf,
      isReady,
      /** What a row pays, in kobo; `undefined` for customers, and where there is an error. */
      paymentOf,
      /** In order; of one level, if given. */
      list,
      hasProblems: () => own.size > 0 || repeats.has(),
      /** Told often: looks only at rows that repeat others. */
      counts(): Counts {
        const counted = { repeats: 0, warnings: noted };
        let sent = total;
        for (const row of repeats.rows()) {
          const other = own.has(row) ? 0 : 1;
          const isRepeat = repeats.isRepeat(row);
          counted.warnings += isRepeat ? other - 1 : other;
          if (!isRepeat) continue;
          counted.repeats += 1;
          sent -= BigInt(paymentOf(row)?.amount ?? 0);
        }
        return { rows: cells.rows(), errors, ...counted, total: sent };
      },
    },
  };
}

function lengthProblems(length: number | undefined, wanted: number): Problem[] {
  if (length === undefined) return [];
  return [{ level: "error", column: null, text: `The row has ${length} cells, the header ${wanted}` }];
}
