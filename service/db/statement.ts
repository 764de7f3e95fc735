/** A prepared statement: named, so that a connection plans it once. */
export type Statement = { name: string; text: string; values: unknown[] };
