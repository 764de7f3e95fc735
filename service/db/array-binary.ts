declare const elements: unique symbol;

/** A PostgreSQL array in binary format. The type carries the SQL type of the elements, for `npm run check`. */
export type ArrayBytes<SqlType extends string> = Buffer & { readonly [elements]: SqlType };

/** How PostgreSQL names a type, and how many bytes a value takes. */
type FixedType<T> = { oid: number; size: number; write(into: DataView, at: number, value: T): void };

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
/** The days and milliseconds from 1970 to 2000, where PostgreSQL begins to count. */
const DAYS_TO_2000 = 10_957;
const MS_TO_2000 = 946_684_800_000;
const DAY_MS = 86_400_000;
const UUID_BYTES = 16;
/** Up to here a text is written letter by letter, which takes less time than two calls of the runtime. */
const SHORT_TEXT = 64;
const ASCII_END = 0x80;
/** The most bytes of UTF-8 that a unit of a JavaScript text takes. */
const BYTES_PER_UNIT = 3;
const DASH = 0x2d;

// A `DataView` writes numbers several times faster than the methods of a `Buffer`, but cuts those that do not fit.
const BOOLEAN: FixedType<boolean> = { oid: 16, size: 1, write: (into, at, value) => into.setInt8(at, value ? 1 : 0) };
const BIGINT: FixedType<bigint> = {
  oid: 20,
  size: 8,
  write: (into, at, value) => {
    assertFits(value === BigInt.asIntN(64, value));
    into.setBigInt64(at, value);
  },
};
const SMALLINT: FixedType<number> = {
  oid: 21,
  size: 2,
  write: (into, at, value) => {
    assertFits(value === (value << 16) >> 16);
    into.setInt16(at, value);
  },
};
const INTEGER: FixedType<number> = { oid: 23, size: 4, write: writeInteger };
const DATE: FixedType<string> = {
  oid: 1082,
  size: 4,
  write: (into, at, day) => writeInteger(into, at, Date.parse(`${day}T00:00:00Z`) / DAY_MS - DAYS_TO_2000),
};
const INSTANT: FixedType<Date> = {
  oid: 1184,
  size: 8,
  write: (into, at, instant) => into.setBigInt64(at, BigInt((instant.getTime() - MS_TO_2000) * 1_000)),
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
  boolean: (values: readonly (boolean | null)[]) => fixedArray<"boolean", boolean>(BOOLEAN, values),
  smallint: (values: readonly (number | null)[]) => fixedArray<"smallint", number>(SMALLINT, values),
  integer: (values: readonly (number | null)[]) => fixedArray<"integer", number>(INTEGER, values),
  bigint: (values: readonly bigint[]) => fixedArray<"bigint", bigint>(BIGINT, values),
  /** Days as `YYYY-MM-DD`. */
  date: (values: readonly (string | null)[]) => fixedArray<"date", string>(DATE, values),
  timestamptz: (values: readonly (Date | null)[]) => fixedArray<"timestamp with time zone", Date>(INSTANT, values),
  uuid: (values: readonly (string | null)[]) => fixedArray<"uuid", string>(UUID, values),
  text: (values: readonly (string | null)[]) => textsArray<"text">(TEXT, values),
  jsonb: (values: readonly (object | null)[]) =>
    // The first byte is the version of the format.
    textsArray<"jsonb">(
      JSONB,
      values.map((value) => (value === null ? null : `\u0001${JSON.stringify(value)}`)),
    ),
  bytea: (values: readonly (Buffer | null)[]): ArrayBytes<"bytea"> => {
    const parts = values.flatMap((value) => (value === null ? [lengthOf(-1)] : [lengthOf(value.length), value]));
    return Buffer.concat([headOf(BYTEA, values), ...parts]) as ArrayBytes<"bytea">;
  },
};

function fixedArray<SqlType extends string, T>(type: FixedType<T>, values: readonly (T | null)[]): ArrayBytes<SqlType> {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + type.size));
  const view = viewOf(bytes);
  let at = writeHead(bytes, type.oid, values);
  for (const value of values) {
    view.setInt32(at, value === null ? -1 : type.size);
    at += LENGTH_BYTES;
    if (value === null) continue;
    type.write(view, at, value);
    at += type.size;
  }
  return bytes.subarray(0, at) as ArrayBytes<SqlType>;
}

function textsArray<SqlType extends string>(oid: number, values: readonly (string | null)[]): ArrayBytes<SqlType> {
  let size = HEAD_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : mostBytesOf(value));
  const bytes = Buffer.allocUnsafe(size);
  const view = viewOf(bytes);
  let at = writeHead(bytes, oid, values);
  for (const value of values) {
    const from = at + LENGTH_BYTES;
    const length = value === null ? -1 : writeText(bytes, from, value);
    view.setInt32(at, length);
    at = from + Math.max(0, length);
  }
  return bytes.subarray(0, at) as ArrayBytes<SqlType>;
}

function mostBytesOf(text: string): number {
  return text.length > SHORT_TEXT ? Buffer.byteLength(text) : text.length * BYTES_PER_UNIT;
}

/** Writes a text in UTF-8 and returns the number of its bytes. */
function writeText(into: Buffer, from: number, text: string): number {
  if (text.length > SHORT_TEXT) return into.write(text, from);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= ASCII_END) return into.write(text, from);
    into[from + at] = unit;
  }
  return text.length;
}

function writeInteger(into: DataView, at: number, value: number): void {
  assertFits(value === (value | 0));
  into.setInt32(at, value);
}

function assertFits(fits: boolean): void {
  if (!fits) throw new RangeError("a number does not fit the type of its column");
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
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

const DASHES = [8, 13, 18, 23];
const UUID_LENGTH = 36;
/** The value of each hexadecimal digit by its code; 255 where the code is none. */
const DIGITS = Uint8Array.from({ length: ASCII_END }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? 255 : digit;
});

// A batch of 5,000 items writes 25,000 of them.
function writeUuid(into: DataView, at: number, uuid: string): void {
  if (uuid.length !== UUID_LENGTH || DASHES.some((place) => uuid.charCodeAt(place) !== DASH)) throw notUuid();
  const first = fourDigits(uuid, 0) * 65_536 + fourDigits(uuid, 4);
  const second = fourDigits(uuid, 9) * 65_536 + fourDigits(uuid, 14);
  const third = fourDigits(uuid, 19) * 65_536 + fourDigits(uuid, 24);
  const fourth = fourDigits(uuid, 28) * 65_536 + fourDigits(uuid, 32);
  into.setUint32(at, first);
  into.setUint32(at + 4, second);
  into.setUint32(at + 8, third);
  into.setUint32(at + 12, fourth);
}

function fourDigits(uuid: string, at: number): number {
  const first = DIGITS[uuid.charCodeAt(at)] ?? 255;
  const second = DIGITS[uuid.charCodeAt(at + 1)] ?? 255;
  const third = DIGITS[uuid.charCodeAt(at + 2)] ?? 255;
  const fourth = DIGITS[uuid.charCodeAt(at + 3)] ?? 255;
  if ((first | second | third | fourth) > 15) throw notUuid();
  return (first << 12) | (second << 8) | (third << 4) | fourth;
}

function notUuid(): Error {
  return new Error("not a UUID");
}
