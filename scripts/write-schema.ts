import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { migrate } from "../service/db/migrate.ts";
import { describeSchema } from "./postgres/describe-schema.ts";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";

// `npm run schema`, after adding a migration.
const FILE = join(dirname(import.meta.dirname), "service", "db", "schema.sql");

const server = await startTemporaryPostgres({ fsync: "off" });
const pool = new pg.Pool({ connectionString: server.url, max: 1 });
// `end` does not wait for the connection to be closed, and the server may be faster.
pool.on("error", () => undefined);
try {
  await migrate(pool, { appliedAt: new Date() });
  writeFileSync(FILE, await describeSchema(pool));
  console.log("service/db/schema.sql written.");
} finally {
  await pool.end();
  await server.stop();
}
