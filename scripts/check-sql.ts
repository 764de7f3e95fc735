import { migrate } from "../service/db/migrate.ts";
import { openPool } from "../service/db/pool.ts";
import { startTemporaryPostgres } from "./postgres/guarded-postgres.ts";
import { isTest, ROOT, report } from "./sources.ts";
import { checkFiles } from "./sql/check-files.ts";
import { SAMPLES } from "./sql/samples.ts";

/** Files with statements that cannot be compared with a schema, each with the reason. */
const UNCHECKED: Record<string, string> = {
  "service/db/migrate.ts": "runs the migrations themselves",
  "service/db/webhooks/webhook-partitions.ts": "names partitions by their day, which PostgreSQL takes as no parameter",
};

const server = await startTemporaryPostgres({ fsync: "off", full_page_writes: "off" });
const pool = openPool({ url: server.url, max: 1, applicationName: "check-sql" });
try {
  await migrate(pool, { appliedAt: new Date(0) });
  const db = await pool.connect();
  const isChecked = (path: string) =>
    path.startsWith("service/") && !path.startsWith("service/testing/") && !isTest(path);
  const { problems, counts } = await checkFiles({ db, root: ROOT, isChecked, samples: SAMPLES, unchecked: UNCHECKED });
  db.release();
  report(
    problems,
    `${counts.statements} statements in ${counts.variants} variants agree with the schema, ${counts.sampled} of them as their samples ran; ${counts.unchecked} are not checked.`,
  );
} finally {
  await pool.end();
  await server.stop();
}
