declare const element: unique symbol;

/** The text of a PostgreSQL array. The type carries the type of the elements, for `npm run check`. */
export type ArrayText<T> = string & { readonly [element]: T };

/**
 * Arrays as PostgreSQL writes them, for `unnest`. Numbers, UUIDs and dates need no quotes, which halves the time a flush
 * spends on its parameters.
 */
export function plainArray<T extends bigint | boolean | number | string | null>(values: readonly T[]): ArrayText<T> {
  return `{${values.map((value) => value ?? "NULL").join(",")}}` as ArrayText<T>;
}

/** Quotes each text and escapes quotes and backslashes in it. */
export function textArray<T extends string | null>(values: readonly T[]): ArrayText<T> {
  const quoted = values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`));
  return `{${quoted.join(",")}}` as ArrayText<T>;
}

/** Instants. */
export function timesArray<T extends Date | null>(values: readonly T[]): ArrayText<T> {
  return textArray(values.map((value) => value?.toISOString() ?? null)) as string as ArrayText<T>;
}

/** Bytes, in hexadecimal. */
export function bytesArray<T extends Buffer | null>(values: readonly T[]): ArrayText<T> {
  return textArray(values.map((value) => value && `\\x${value.toString("hex")}`)) as string as ArrayText<T>;
}

/** JSON objects. */
export function jsonArray<T extends object | null>(values: readonly T[]): ArrayText<T> {
  return textArray(values.map((value) => (value === null ? null : JSON.stringify(value)))) as string as ArrayText<T>;
}

/** Rows for `json_to_recordset`. Amounts become text, because a JSON number could lose digits. */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

/** Reads an array of numbers without nulls. */
export function numbersOf(literal: string): number[] {
  return literal === "{}" ? [] : literal.slice(1, -1).split(",").map(Number);
}

/** Shortens a column to one value where all values are the same. The statement reads it with `eachOrOne`. */
export function oneIfSame<T>(values: readonly T[]): readonly T[] {
  const [first] = values;
  return values.every((value) => value === first) ? values.slice(0, 1) : values;
}

/** SQL for a column of `unnest … as v`: the row's own value, or the single value that was sent for all rows. */
export function eachOrOne(place: number, type: string, column: string): string {
  const sent = `$${place}::${type}[]`;
  return `case cardinality(${sent}) when 1 then (${sent})[1] else v.${column} end`;
}

/**
 * The same for a statement of thousands of rows: PostgreSQL looks at the array once, not once per row, which costs a little more to
 * begin with. A single value that is null is that of `v`, too.
 */
export function oneForAll(place: number, type: string, column: string): string {
  const sent = `$${place}::${type}[]`;
  return `coalesce((select (${sent})[1] where cardinality(${sent}) = 1), v.${column})`;
}

/**
 * SQL for columns of `(select …) v`: one array after another from `place` on, row by row. `unnest` of several arrays in a `from` would
 * store each array's rows before it joins them.
 */
export function arrays(place: number, types: Readonly<Record<string, string>>): string {
  const columns = Object.entries(types).map(([name, type], at) => `unnest($${place + at}::${type}[]) as ${name}`);
  return columns.join(", ");
}
