import { SEALED_NUMBER } from "../../contract/customer-row.ts";
import type { MoneyRow } from "../../contract/money-row.ts";
import { payeeOf } from "./money-rules.ts";
import type { Cells, Problem } from "./problems.ts";

/** What may stand in a file once: `says` is how a later row names it. A `soft` one is only worth a look. */
type Key = { id: string; column: string | null; says: string; isSoft?: true };

/** What two customers of a file may not share; the service creates the first of them. */
export function keysOfCustomer(cell: Cells): Key[] {
  const keys: Key[] = [];
  const digits = cell("phone_number").replace(/\D/g, "");
  const phone = digits.length === 13 ? digits.slice(3) : digits.slice(1);
  keys.push({ id: `p${phone}`, column: "phone_number", says: "Same phone" });
  for (const column of ["bvn", "nin"]) {
    const number = cell(column).trim();
    if (number === "" || SEALED_NUMBER.test(number)) continue;
    keys.push({ id: `${column}${number}`, column, says: `Same ${column.toUpperCase()}` });
  }
  return keys;
}

/** A reference is used once; a payment without one may stand twice, if it is meant. */
export function keysOfPayment(row: MoneyRow): Key[] {
  if (row.reference !== null) return [{ id: `r${row.reference}`, column: "reference", says: "Same reference" }];
  const id = `m${payeeOf(row)} ${row.amount} ${row.narration ?? ""}`;
  return [{ id, column: null, says: "Same payment", isSoft: true }];
}

/** Rows that share a key, whatever order they come, go and change in. Only rows without errors are shown to it. */
export function createRepeats() {
  const single = new Map<string, number>();
  const shared = new Map<string, number[]>();
  const keysByRow = new Map<number, Key[]>();

  const note = (row: number, key: Key) => keysByRow.set(row, [...(keysByRow.get(row) ?? []), key]);
  const unnote = (row: number, key: Key) => {
    const rest = (keysByRow.get(row) ?? []).filter(({ id }) => id !== key.id);
    if (rest.length > 0) keysByRow.set(row, rest);
    else keysByRow.delete(row);
  };
  const firstOf = ({ id }: Key) => shared.get(id)?.[0];
  const laterKeys = (row: number) => (keysByRow.get(row) ?? []).filter((key) => firstOf(key) !== row);

  return {
    add(row: number, keys: readonly Key[]): void {
      for (const key of keys) {
        const before = single.get(key.id);
        if (before === undefined) {
          single.set(key.id, row);
          continue;
        }
        const all = shared.get(key.id) ?? [before];
        if (all.length === 1) note(before, key);
        note(row, key);
        insert(all, row);
        shared.set(key.id, all);
      }
    },
    remove(row: number, keys: readonly Key[]): void {
      for (const key of keys) {
        const rest = shared.get(key.id)?.filter((other) => other !== row) ?? [];
        unnote(row, key);
        const [last] = rest;
        if (last === undefined) {
          single.delete(key.id);
        } else if (rest.length === 1) {
          shared.delete(key.id);
          unnote(last, key);
          single.set(key.id, last);
        } else shared.set(key.id, rest);
      }
    },
    has: () => keysByRow.size > 0,
    /** Rows behind the first that has a key of theirs. */
    *rows(): Generator<number> {
      for (const row of keysByRow.keys()) if (laterKeys(row).length > 0) yield row;
    },
    isRepeat: (row: number) => laterKeys(row).some(({ isSoft }) => !isSoft),
    problemsOf: (row: number): Problem[] =>
      laterKeys(row).map((key) => ({
        level: key.isSoft ? "warning" : "repeat",
        column: key.column,
        text: `${key.says} as row ${(firstOf(key) ?? 0).toLocaleString("en-NG")}`,
      })),
  };
}

/** In order; most rows come last, and are not looked for a place among thousands. */
function insert(rows: number[], row: number): void {
  const place = (rows.at(-1) ?? 0) < row ? -1 : rows.findIndex((other) => other > row);
  rows.splice(place === -1 ? rows.length : place, 0, row);
}
