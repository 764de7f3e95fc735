/**
 * A value of a statement that leaves in a group. Objects are sent as `jsonb`. Arrays are encoded before (array-binary.ts, array-literal.ts):
 * a group bypasses the driver, which would encode them. Decision 0174.
 */
export type StatementValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | { readonly [name: string]: unknown }
  | null;

/** A prepared statement. The name lets a connection plan it once. */
export type Statement = { name: string; text: string; values: StatementValue[] };
