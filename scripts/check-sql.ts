import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PoolClient } from "pg";
import { migrate } from "../service/db/migrate.ts";
import { openPool, type Pool } from "../service/db/pool.ts";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";
import { isTest, ROOT, report } from "./sources.ts";
import { checkFiles } from "./sql/check-files.ts";
import { ACCEPTED, findRefused, readStatements, writeStatements } from "./sql/former-release.ts";
import { SAMPLES } from "./sql/samples.ts";

/** Files with statements that cannot be compared with a schema, each with the reason. */
const UNCHECKED: Record<string, string> = {
  "service/db/migrate.ts": "runs the migrations themselves",
  "service/sandbox-bank/create-schema.ts": "creates the tables themselves",
  "service/db/pool.ts": "begins and ends the transactions of others",
  "service/db/statement-group.ts": "sends the statements of others",
  "service/db/row-policies.ts": "creates the policies themselves",
  "service/db/tenant-scope.ts": "runs the statements of others",
  "service/db/runtime-role.ts": "names the role, which PostgreSQL takes as no parameter",
  "service/db/move-merchant.ts": "names subscriptions and policies, which PostgreSQL takes as no parameter",
};

/**
 * The statements of the former release, gzipped, and its commit, whose service runs in `service/former-release.test.ts`.
 * `node scripts/check-sql.ts --release` writes those of this one. Decisions 0163 and 0169.
 */
const FORMER_RELEASE = "service/db/former-release.json.gz";
const FORMER_COMMIT = "service/db/former-release.txt";

const given = process.env.DATABASE_URL;
const own = given ? undefined : await startTemporaryPostgres({ fsync: "off", full_page_writes: "off" });
const server = openPool({ url: given ?? own?.url ?? "", max: 1, applicationName: "check-sql" });
const name = `wallet_check_${randomBytes(4).toString("hex")}`;
await server.query(`create database ${name}`);
const pool = openPool({
  url: new URL(`/${name}`, given ?? own?.url).href,
  max: 1,
  applicationName: "check-sql",
});
try {
  await checkAgainst(pool);
} finally {
  await pool.end();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
  await own?.stop();
}

async function checkAgainst(database: Pool): Promise<void> {
  await migrate(database, { appliedAt: new Date(0) });
  for (const folder of ["sandbox-bank", "sandbox-issuer"]) {
    await database.query(readFileSync(join(ROOT, "service", folder, "schema.sql"), "utf8"));
  }
  const db = await database.connect();
  try {
    await checkStatements(db);
  } finally {
    // The pool waits for it, also after an error.
    db.release();
  }
}

async function checkStatements(db: PoolClient): Promise<void> {
  const isChecked = (path: string) =>
    path.startsWith("service/") && !path.startsWith("service/testing/") && !isTest(path);
  const checked = await checkFiles({ db, root: ROOT, isChecked, samples: SAMPLES, unchecked: UNCHECKED });
  const { problems, counts, texts } = checked;
  if (process.argv.includes("--release")) {
    writeStatements(FORMER_RELEASE, texts);
    writeFileSync(join(ROOT, FORMER_COMMIT), execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT }));
  }
  const former = readStatements(FORMER_RELEASE);
  const accepted = Object.keys(ACCEPTED).length;
  problems.push(...(await findRefused(db, former)).map((message) => ({ path: FORMER_RELEASE, line: 1, message })));
  report(
    problems,
    `${counts.statements} statements in ${counts.variants} variants agree with the schema, ${counts.sampled} of them as their samples ran; ${counts.unchecked} are not checked. ${former.length} texts of the former release are planned on it too, ${accepted} of them refused with a reason.`,
  );
}
