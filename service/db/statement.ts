/** A prepared statement. The name lets a connection plan it once. */
export type Statement = { name: string; text: string; values: unknown[] };
