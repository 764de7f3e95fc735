import type { ArrayText } from "../../service/db/array-literal.ts";

/** Arrays are excluded: the driver would send a PostgreSQL array instead of JSON. */
type SentJson = { [key: string]: unknown } | object | string;

/** The driver's value for each PostgreSQL type. service/db/pool.ts sets the parsers of int8 and date. */
export type Received = {
  bigint: bigint;
  "bigint[]": string[];
  boolean: boolean;
  "boolean[]": boolean[];
  bytea: Buffer;
  "character varying": string;
  date: string;
  "double precision": number;
  inet: string;
  integer: number;
  "integer[]": number[];
  json: unknown;
  jsonb: unknown;
  name: string;
  numeric: string;
  oid: number;
  real: number;
  "real[]": number[];
  smallint: number;
  "smallint[]": number[];
  text: string;
  "text[]": string[];
  "timestamp with time zone": Date;
  "timestamp with time zone[]": Date[];
  uuid: string;
  "uuid[]": string[];
  void: string;
  xid8: string;
};

/** The accepted value for a parameter of each PostgreSQL type. */
export type Sent = {
  bigint: bigint | number;
  "bigint[]": readonly (bigint | number | null)[] | ArrayText<bigint | number | null>;
  boolean: boolean;
  "boolean[]": readonly (boolean | null)[] | ArrayText<boolean | null>;
  bytea: Buffer;
  "bytea[]": readonly (Buffer | null)[] | ArrayText<Buffer | null>;
  date: string;
  "date[]": readonly (string | null)[] | ArrayText<string | null>;
  inet: string;
  integer: number;
  "integer[]": readonly (number | null)[] | ArrayText<number | null>;
  json: SentJson;
  "json[]": ArrayText<object | null>;
  jsonb: SentJson;
  "jsonb[]": ArrayText<object | null>;
  numeric: bigint | number | string;
  real: number;
  "real[]": readonly (number | null)[] | ArrayText<number | null>;
  regclass: string;
  smallint: number;
  "smallint[]": readonly (number | null)[] | ArrayText<number | null>;
  text: string;
  "text[]": readonly (string | null)[] | ArrayText<string | null>;
  "timestamp with time zone": Date | "infinity";
  "timestamp with time zone[]": readonly (Date | null)[] | ArrayText<Date | null>;
  uuid: string;
  "uuid[]": readonly (string | null)[] | ArrayText<string | null>;
  xid8: string;
};
