declare const elements: unique symbol;

/** A PostgreSQL array in binary format. The type carries the SQL type of the elements, for `npm run check`. */
export type ArrayBytes<SqlType extends string> = Buffer & { readonly [elements]: SqlType };

/** How PostgreSQL names a type, and how many bytes a value takes. */
type FixedType<T> = { oid: number; size: number; write(into: Buffer, at: number, value: T): void };

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
/** The days and milliseconds from 1970 to 2000, where PostgreSQL begins to count. */
const DAYS_TO_2000 = 10_957;
const MS_TO_2000 = 946_684_800_000;
const DAY_MS = 86_400_000;
const UUID_BYTES = 16;

const BOOLEAN: FixedType<boolean> = { oid: 16, size: 1, write: (into, at, value) => into.writeInt8(value ? 1 : 0, at) };
const BIGINT: FixedType<bigint> = { oid: 20, size: 8, write: (into, at, value) => into.writeBigInt64BE(value, at) };
const SMALLINT: FixedType<number> = { oid: 21, size: 2, write: (into, at, value) => into.writeInt16BE(value, at) };
const INTEGER: FixedType<number> = { oid: 23, size: 4, write: (into, at, value) => into.writeInt32BE(value, at) };
const DATE: FixedType<string> = {
  oid: 1082,
  size: 4,
  write: (into, at, day) => into.writeInt32BE(Date.parse(`${day}T00:00:00Z`) / DAY_MS - DAYS_TO_2000, at),
};
const INSTANT: FixedType<Date> = {
  oid: 1184,
  size: 8,
  write: (into, at, instant) => into.writeBigInt64BE(BigInt((instant.getTime() - MS_TO_2000) * 1_000), at),
};
const UUID: FixedType<string> = { oid: 2950, size: UUID_BYTES, write: writeUuid };

const BYTEA = 17;
const TEXT = 25;
const JSONB = 3802;

/**
 * Arrays for `unnest`, in binary format: neither this process nor PostgreSQL makes or parses their text, which took a tenth of a flush.
 * A wrong type of elements is an error of the statement. Decision 0173.
 */
export const binaryArray = {
  boolean: (values: readonly boolean[]) => fixedArray<"boolean", boolean>(BOOLEAN, values),
  smallint: (values: readonly number[]) => fixedArray<"smallint", number>(SMALLINT, values),
  integer: (values: readonly number[]) => fixedArray<"integer", number>(INTEGER, values),
  bigint: (values: readonly bigint[]) => fixedArray<"bigint", bigint>(BIGINT, values),
  /** Days as `YYYY-MM-DD`. */
  date: (values: readonly (string | null)[]) => fixedArray<"date", string>(DATE, values),
  timestamptz: (values: readonly Date[]) => fixedArray<"timestamp with time zone", Date>(INSTANT, values),
  uuid: (values: readonly (string | null)[]) => fixedArray<"uuid", string>(UUID, values),
  text: (values: readonly (string | null)[]) => textsArray<"text">(TEXT, values),
  jsonb: (values: readonly (object | null)[]) =>
    // The first byte is the version of the format.
    textsArray<"jsonb">(
      JSONB,
      values.map((value) => (value === null ? null : `\u0001${JSON.stringify(value)}`)),
    ),
  bytea: (values: readonly Buffer[]): ArrayBytes<"bytea"> => {
    const parts = values.flatMap((value) => [lengthOf(value.length), value]);
    return Buffer.concat([headOf(BYTEA, values), ...parts]) as ArrayBytes<"bytea">;
  },
};

function fixedArray<SqlType extends string, T>(type: FixedType<T>, values: readonly (T | null)[]): ArrayBytes<SqlType> {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + type.size));
  let at = writeHead(bytes, type.oid, values);
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : type.size, at);
    if (value === null) continue;
    type.write(bytes, at, value);
    at += type.size;
  }
  return bytes.subarray(0, at) as ArrayBytes<SqlType>;
}

function textsArray<SqlType extends string>(oid: number, values: readonly (string | null)[]): ArrayBytes<SqlType> {
  let size = HEAD_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value));
  const bytes = Buffer.allocUnsafe(size);
  let at = writeHead(bytes, oid, values);
  for (const value of values) {
    const from = at + LENGTH_BYTES;
    const length = value === null ? -1 : bytes.write(value, from);
    bytes.writeInt32BE(length, at);
    at = from + Math.max(0, length);
  }
  return bytes.subarray(0, at) as ArrayBytes<SqlType>;
}

function headOf(oid: number, values: readonly unknown[]): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  return head.subarray(0, writeHead(head, oid, values));
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES);
  bytes.writeInt32BE(length);
  return bytes;
}

/** Dimensions, whether there are nulls, type of the elements; then size and lower bound. An empty array has no dimension. */
function writeHead(into: Buffer, oid: number, values: readonly unknown[]): number {
  into.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  into.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  into.writeInt32BE(oid, 8);
  if (values.length === 0) return 12;
  into.writeInt32BE(values.length, 12);
  return into.writeInt32BE(1, 16);
}

function writeUuid(into: Buffer, at: number, uuid: string): void {
  if (into.write(uuid.replaceAll("-", ""), at, UUID_BYTES, "hex") !== UUID_BYTES) throw new Error("not a UUID");
}
