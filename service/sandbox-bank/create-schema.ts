import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../db/pool.ts";

const SCHEMA_LOCK = 7_104_222_003n;

/** Creates the tables of the bank and of the issuer beside it where they are missing. */
export async function createSchema(db: Database): Promise<void> {
  const schemas = await Promise.all(
    ["sandbox-bank", "sandbox-issuer"].map((folder) =>
      readFile(join(import.meta.dirname, "..", folder, "schema.sql"), "utf8"),
    ),
  );
  const client = await db.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
    for (const schema of schemas) await client.query(schema);
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}
