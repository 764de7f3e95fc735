import { SEALED_NUMBER } from "../../../contract/customer-row.ts";
import { type FilePayment, payeeOf } from "./money-rules.ts";
import type { Cells, Problem } from "./problems.ts";
import { texts } from "./texts.ts";

/** A value that may occur once in a file. `label` names the conflict; `isSoft` makes it a warning. */
type Kind = { column: string | null; label: string; isSoft?: true };
/** A row's value for each kind, in the order of the kinds; `null` if it has none. */
type Keys = readonly (string | null)[];

/** Two customers of a file may not share these; the service creates only the first. */
export const CUSTOMER_KINDS: readonly Kind[] = [
  { column: "phone_number", label: texts.samePhone },
  { column: "bvn", label: texts.sameBvn },
  { column: "nin", label: texts.sameNin },
];

export function keysOfCustomer(cell: Cells): Keys {
  // Every accepted spelling ends in the ten digits of a Nigerian mobile number.
  return [cell("phone_number").replace(/\D/g, "").slice(-10), numberOf(cell("bvn")), numberOf(cell("nin"))];
}

function numberOf(cell: string): string | null {
  const number = cell.trim();
  return number === "" || SEALED_NUMBER.test(number) ? null : number;
}

/** A reference is used once. Equal payments without a reference may be intended, so they are a warning. */
export const PAYMENT_KINDS: readonly Kind[] = [
  { column: "reference", label: texts.sameReference },
  { column: null, label: texts.samePayment, isSoft: true },
];

export function keysOfPayment(row: FilePayment): Keys {
  // The service refuses the same amount to the same account, with any texts.
  if ("sortCode" in row) return [row.reference, `${row.sortCode} ${row.accountNumber} ${row.amount}`];
  if (row.reference !== null) return [row.reference, null];
  return [null, `${payeeOf(row)} ${row.amount} ${row.narration ?? ""}`];
}

/** A key that several rows have; rows in ascending order. */
type Shared = { kind: Kind; rows: number[] };

/** Indexes rows that share a key while rows are added, removed and changed. Rows with errors are not added. */
export function createRepeats(kinds: readonly Kind[]) {
  // Most keys occur in one row only: for these the map holds just the row number.
  const places = kinds.map((kind) => ({ kind, found: new Map<string, number | Shared>() }));
  const sharedBy = new Map<number, Shared[]>();

  const share = (row: number, shared: Shared) => {
    insert(shared.rows, row);
    sharedBy.set(row, [...(sharedBy.get(row) ?? []), shared]);
  };
  const unshare = (row: number, shared: Shared) => {
    shared.rows.splice(shared.rows.indexOf(row), 1);
    const rest = (sharedBy.get(row) ?? []).filter((other) => other !== shared);
    if (rest.length > 0) sharedBy.set(row, rest);
    else sharedBy.delete(row);
  };
  const repeated = (row: number) => (sharedBy.get(row) ?? []).filter(({ rows }) => rows[0] !== row);

  const each = (keys: Keys, visit: (key: string, place: (typeof places)[number]) => void) => {
    for (const [index, place] of places.entries()) {
      const key = keys[index] ?? null;
      if (key !== null) visit(key, place);
    }
  };

  return {
    add: (row: number, keys: Keys) =>
      each(keys, (key, { kind, found }) => {
        const before = found.get(key);
        if (before === undefined) found.set(key, row);
        else if (typeof before !== "number") share(row, before);
        else {
          const shared: Shared = { kind, rows: [] };
          found.set(key, shared);
          share(before, shared);
          share(row, shared);
        }
      }),
    remove: (row: number, keys: Keys) =>
      each(keys, (key, { found }) => {
        const shared = found.get(key);
        if (shared === undefined || typeof shared === "number") {
          found.delete(key);
          return;
        }
        unshare(row, shared);
        const [last, other] = shared.rows;
        if (last === undefined || other !== undefined) return;
        unshare(last, shared);
        found.set(key, last);
      }),
    has: () => sharedBy.size > 0,
    /** Rows that share a key with an earlier row. */
    *rows(): Generator<number> {
      for (const row of sharedBy.keys()) if (repeated(row).length > 0) yield row;
    },
    isRepeat: (row: number) => repeated(row).some(({ kind }) => !kind.isSoft),
    problemsOf: (row: number): Problem[] =>
      repeated(row).map(({ kind, rows }) => ({
        level: kind.isSoft ? "warning" : "repeat",
        column: kind.column,
        text: texts.kindLabelAsRow(kind.label, (rows[0] ?? 0).toLocaleString("en-NG")),
      })),
  };
}

/** Inserts in ascending order. Rows usually arrive last, so the search is skipped then. */
function insert(rows: number[], row: number): void {
  const place = (rows.at(-1) ?? 0) < row ? -1 : rows.findIndex((other) => other > row);
  rows.splice(place === -1 ? rows.length : place, 0, row);
}
