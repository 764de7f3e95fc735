import type { ArrayBytes } from "../../service/db/array-binary.ts";
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
  "bigint[]": readonly (bigint | number | null)[] | ArrayText<bigint | number | null> | ArrayBytes<"bigint">;
  boolean: boolean;
  "boolean[]": readonly (boolean | null)[] | ArrayText<boolean | null> | ArrayBytes<"boolean">;
  bytea: Buffer;
  "bytea[]": readonly (Buffer | null)[] | ArrayText<Buffer | null> | ArrayBytes<"bytea">;
  date: string;
  "date[]": readonly (string | null)[] | ArrayText<string | null> | ArrayBytes<"date">;
  inet: string;
  integer: number;
  "integer[]": readonly (number | null)[] | ArrayText<number | null> | ArrayBytes<"integer">;
  json: SentJson;
  "json[]": ArrayText<object | null>;
  jsonb: SentJson;
  "jsonb[]": ArrayText<object | null> | ArrayBytes<"jsonb">;
  name: string;
  numeric: bigint | number | string;
  pg_lsn: string;
  real: number;
  "real[]": readonly (number | null)[] | ArrayText<number | null>;
  regclass: string;
  smallint: number;
  "smallint[]": readonly (number | null)[] | ArrayText<number | null> | ArrayBytes<"smallint">;
  text: string;
  "text[]": readonly (string | null)[] | ArrayText<string | null> | ArrayBytes<"text">;
  "timestamp with time zone": Date | "infinity";
  "timestamp with time zone[]":
    | readonly (Date | null)[]
    | ArrayText<Date | null>
    | ArrayBytes<"timestamp with time zone">;
  uuid: string;
  "uuid[]": readonly (string | null)[] | ArrayText<string | null> | ArrayBytes<"uuid">;
  xid8: string;
};
