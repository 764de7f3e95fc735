import type { ArrayText } from "../../service/db/array-literal.ts";

/** JSON as it is sent: an array would be taken for an array of PostgreSQL's, so that it goes as text. */
type SentJson = { [key: string]: unknown } | object | string;

/** What the driver makes of a value of each PostgreSQL type (see service/db/pool.ts for those that we set). */
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

/** What may be sent as a parameter of each PostgreSQL type. */
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
