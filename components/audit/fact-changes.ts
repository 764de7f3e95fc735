import { UUID } from "../../contract/uuid.ts";
import type { AuditLine } from "../../lib/api/audit.ts";
import { formatKobo } from "../../lib/format/money.ts";

/** One field before and after; `null` where it was not recorded. */
export type FactChange = { name: string; before: string | null; after: string | null; isChanged: boolean };

const MONEY = /(?:amount|limit|fee|balance|total|vat|duty)$/i;

/** The fields of an entry: changed ones first, and of these the IDs last, as a cell shows only the first ones. Pure. Dashboard 2.5. */
export function factChanges({ before, after }: Pick<AuditLine, "before" | "after">): FactChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const [old, now] = [textOf(name, before?.[name]), textOf(name, after?.[name])];
      return { name, before: old, after: now, isChanged: old !== now };
    })
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged) || Number(isId(a)) - Number(isId(b)));
}

/** References may have the form of an ID. */
function isId({ name, before, after }: FactChange): boolean {
  return name !== "reference" && UUID.test(after ?? before ?? "");
}

function textOf(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return MONEY.test(name) ? "none" : "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return moneyOr(name, value);
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(String).join(", ");
  return JSON.stringify(value);
}

function moneyOr(name: string, value: number): string {
  return MONEY.test(name) && Number.isSafeInteger(value) ? formatKobo(value) : value.toLocaleString("en-NG");
}
