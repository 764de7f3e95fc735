import type { Bank } from "../../../contract/payout-records.ts";
import { hasDecimalComma, parseNaira } from "./amounts.ts";
import { createRepairs } from "./column-repairs.ts";
import { columnsOf, type Decimal, type ImportKind, type Mapping, type Unit } from "./columns.ts";
import { customerProblems } from "./customer-rules.ts";
import type { Damage } from "./damage.ts";
import { type FilePayment, readPayment } from "./money-rules.ts";
import { readPayoutRow } from "./payout-rules.ts";
import type { Level, Problem } from "./problems.ts";
import { CUSTOMER_KINDS, createRepeats, keysOfCustomer, keysOfPayment, PAYMENT_KINDS } from "./repeats.ts";
import { texts } from "./texts.ts";
import { createVerdicts, type VerdictCounts } from "./verdicts.ts";

export type Plan = {
  kind: ImportKind;
  header: readonly string[];
  mapping: Mapping;
  unit: Unit;
  /** A point, unless the person says that the file writes a comma. */
  decimal?: Decimal | undefined;
  /** The banks that money can be sent to; of a file of payouts. */
  banks: readonly Bank[];
  /** `YYYY-MM-DD` in Lagos. */
  today: string;
};
/** `total`: kobo of all rows that will be sent; 0 for customers. */
export type Counts = { rows: number; warnings: number; errors: number; repeats: number; total: bigint } & VerdictCounts;

/** An amount as the file writes it, and the kobo that it stands for with a decimal comma. */
export type CommaAmount = { text: string; kobo: number };

export type Sheet = ReturnType<typeof createSheet>;

const BY_SEVERITY: readonly Level[] = ["error", "repeat", "warning"];

/**
 * The rows of a file with their problems. Rows count from 1, as in the service. An edit re-evaluates one row and the rows that
 * repeat it. Dashboard 5.6.
 */
export function createSheet(plan: Plan) {
  const cells = createCells(plan.header, plan.mapping);
  const known = columnsOf(plan.kind).filter((column) => plan.mapping[column] !== undefined);
  const repairs = createRepairs(known, cells.get);
  const verdicts = createVerdicts();
  const evaluation = createEvaluation(plan, cells, { notesOf: repairs.notesOf, verdicts });
  let commaAmount: CommaAmount | null = null;
  return {
    plan,
    known,
    rows: cells.rows,
    cellOf: cells.get,
    recordOf: cells.record,
    ...evaluation.answers,
    verdicts,
    /** The first amount of the file whose kobo stand behind a comma. */
    commaAmount: () => commaAmount,
    add(record: readonly string[]): void {
      const row = cells.add(record);
      evaluation.evaluate(row);
      repairs.inspect(row, evaluation.hasErrors(row));
      const amount = cells.get(row, "amount");
      if (commaAmount !== null || plan.unit !== "naira" || !hasDecimalComma(amount)) return;
      const read = parseNaira(amount, "comma");
      if ("kobo" in read) commaAmount = { text: amount.trim(), kobo: read.kobo };
    },
    edit(row: number, column: string, text: string): void {
      evaluation.forget(row);
      verdicts.forget(row);
      cells.acceptLength(row);
      cells.set(row, column, text);
      repairs.edited(row, column);
      evaluation.evaluate(row);
    },
    repairs: repairs.list,
    /** Repairs one kind of damage in a whole column. */
    repair(damage: Damage, column: string): void {
      for (const { row, text } of repairs.take(damage, column)) {
        evaluation.forget(row);
        verdicts.forget(row);
        cells.set(row, column, text);
        evaluation.evaluate(row);
      }
    },
  };
}

type Notes = { notesOf: (row: number) => readonly Problem[]; verdicts: ReturnType<typeof createVerdicts> };

/** Evaluates each row by itself and against the others, and keeps the counts. */
function createEvaluation(plan: Plan, cells: ReturnType<typeof createCells>, { notesOf, verdicts }: Notes) {
  const own = new Map<number, Problem[]>();
  const repeats = createRepeats(plan.kind === "create" ? CUSTOMER_KINDS : PAYMENT_KINDS);
  const refusals = createRefusals(plan, verdicts);
  const { read, keysOf } = createReader(plan, cells);
  let errors = 0;
  /** Rows that have only warnings of their own. */
  let warned = 0;
  let total = 0n;

  const hasErrors = (row: number) => own.get(row)?.some(({ level }) => level === "error") ?? false;
  const paymentOf = (row: number) => (hasErrors(row) ? undefined : read(row).payment);
  const problemsOf = (row: number) => [own.get(row) ?? [], repeats.problemsOf(row), refusals.of(row)].flat();
  const levelOf = (row: number): Level | null => {
    const problems = problemsOf(row);
    return BY_SEVERITY.find((one) => problems.some(({ level }) => level === one)) ?? null;
  };
  const list = (level?: Level): number[] => {
    const found = [...new Set([...own.keys(), ...repeats.rows(), ...refusals.rows()])].sort((a, b) => a - b);
    return level ? found.filter((row) => levelOf(row) === level) : found;
  };
  const isSendable = (row: number) => !hasErrors(row) && !repeats.isRepeat(row);
  const amountOf = (row: number) => BigInt(paymentOf(row)?.amount ?? 0);

  return {
    hasErrors,
    evaluate(row: number): void {
      const { payment, problems } = read(row);
      const all = [...lengthProblems(cells.oddLength(row), plan.header.length), ...problems, ...notesOf(row)];
      if (all.length > 0) own.set(row, all);
      if (hasErrors(row)) {
        errors += 1;
        return;
      }
      if (all.length > 0) warned += 1;
      repeats.add(row, keysOf(row, payment));
      total += BigInt(payment?.amount ?? 0);
    },
    /** Reverts what `evaluate` counted. The row must not have changed in between. */
    forget(row: number): void {
      if (hasErrors(row)) errors -= 1;
      else {
        repeats.remove(row, keysOf(row, read(row).payment));
        total -= amountOf(row);
        if (own.has(row)) warned -= 1;
      }
      own.delete(row);
    },
    answers: {
      problemsOf,
      levelOf,
      /** Valid and not a duplicate within the file; the service's verdict may still leave it out. */
      isSendable,
      isReady: (row: number) => isSendable(row) && !verdicts.isLeftOut(row),
      /** The payment of a row, amount in kobo; `undefined` for customers and for rows with errors. */
      paymentOf,
      /** Rows with problems in ascending order; of one level, if given. */
      list,
      isRepeated: (row: number) => repeats.problemsOf(row).length > 0,
      hasProblems: () => own.size > 0 || repeats.has(),
      /** Called after every chunk, so it visits only rows that repeat others. */
      counts(): Counts {
        const counted = { repeats: 0, warnings: warned };
        let sent = total;
        for (const row of repeats.rows()) {
          const other = own.has(row) ? 0 : 1;
          const isRepeat = repeats.isRepeat(row);
          counted.warnings += isRepeat ? other - 1 : other;
          if (!isRepeat) continue;
          counted.repeats += 1;
          sent -= amountOf(row);
        }
        counted.warnings += refusals
          .rows()
          .filter((row) => !own.has(row) && repeats.problemsOf(row).length === 0).length;
        const { leftOutTotal, ...verdictsCounted } = verdicts.count(isSendable, amountOf);
        return { rows: cells.rows(), errors, ...counted, ...verdictsCounted, total: sent - leftOutTotal };
      },
    },
  };
}

/** Reads a row as its kind demands, and the values that may occur once. */
function createReader(plan: Plan, cells: ReturnType<typeof createCells>) {
  const amounts = { unit: plan.unit, decimal: plan.decimal ?? "point" } as const;
  const read = (row: number): { payment?: FilePayment; problems: Problem[] } => {
    const cell = (column: string) => cells.get(row, column);
    if (plan.kind === "create") return { problems: customerProblems(cell, plan.today) };
    const found = plan.kind === "payout" ? readPayoutRow(cell, amounts, plan.banks) : readPayment(cell, amounts);
    return "row" in found ? { payment: found.row, problems: [] } : found;
  };
  const keysOf = (row: number, payment: FilePayment | undefined) =>
    payment ? keysOfPayment(payment) : keysOfCustomer((column) => cells.get(row, column));
  return { read, keysOf };
}

/** What the banks said about payouts, so that it is put right where the other problems are. */
function createRefusals({ kind }: Plan, verdicts: Notes["verdicts"]) {
  const of = (row: number): Problem[] => {
    const verdict = kind === "payout" ? verdicts.of(row) : undefined;
    return verdict?.kind === "failing" ? [{ level: "warning", column: "accountNumber", text: verdict.text }] : [];
  };
  return { of, rows: () => (kind === "payout" ? [...verdicts.rows()].filter((row) => of(row).length > 0) : []) };
}

function lengthProblems(length: number | undefined, wanted: number): Problem[] {
  if (length === undefined) return [];
  return [{ level: "error", column: null, text: texts.theRowHasLength(length, wanted) }];
}

/** The cells of a file, stored by column. Rows count from 1. Dashboard 7. */
function createCells(header: readonly string[], mapping: Mapping) {
  const columns: string[][] = header.map(() => []);
  /** Rows whose length differs from the header's, with the cells beyond the header. */
  const odd = new Map<number, { length: number; extra: string[] }>();
  let rows = 0;
  return {
    rows: () => rows,
    /** Returns the number of the added row. */
    add(record: readonly string[]): number {
      rows += 1;
      for (const [index, cells] of columns.entries()) cells.push(record[index] ?? "");
      if (record.length !== header.length) odd.set(rows, { length: record.length, extra: record.slice(header.length) });
      return rows;
    },
    /** By the specified column name; empty if the file has no such column. */
    get: (row: number, column: string): string => columns[mapping[column] ?? -1]?.[row - 1] ?? "",
    set(row: number, column: string, text: string): void {
      const cells = columns[mapping[column] ?? -1];
      if (cells) cells[row - 1] = text;
    },
    /** The number of cells of a row whose length differs from the header's. */
    oddLength: (row: number): number | undefined => odd.get(row)?.length,
    /** An edited row no longer counts as misaligned: the user has seen its cells under their columns. */
    acceptLength: (row: number) => odd.delete(row),
    /** The current cells, including those beyond the header. */
    record: (row: number): string[] => [
      ...columns.map((cells) => cells[row - 1] ?? ""),
      ...(odd.get(row)?.extra ?? []),
    ],
  };
}
