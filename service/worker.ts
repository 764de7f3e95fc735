import { compose } from "./compose.ts";
import { ConfigError, readConfig } from "./config.ts";
import { createLog } from "./http/log.ts";
import { beatHeart } from "./jobs/beat-heart.ts";
import { deliverQueuedMessages } from "./jobs/deliver-messages.ts";
import { expirePendingApprovals } from "./jobs/expire-approvals.ts";
import { expireAnswers } from "./jobs/expire-stored-answers.ts";
import { foldDaySums } from "./jobs/fold-rollups.ts";
import { purgeOldMessages } from "./jobs/purge-messages.ts";
import { purgeTraces } from "./jobs/purge-sign-in-traces.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { verifyAllEntries, verifyNewEntries } from "./jobs/verify-ledger.ts";
import { stopOnSignal } from "./shutdown.ts";

/** The background process: repeats the jobs until a signal. */
function main(): void {
  const config = readConfig();
  const log = createLog({ level: config.logLevel, name: "worker" });
  const { services, close } = compose(config, {
    name: "worker",
    onIdleError: (error) => log.warn({ error }, "an idle database connection broke"),
  });
  const jobs = runJobs(
    services,
    [
      beatHeart,
      verifyNewEntries,
      verifyAllEntries,
      expireAnswers,
      purgeTraces,
      expirePendingApprovals,
      deliverQueuedMessages,
      purgeOldMessages,
      foldDaySums,
    ],
    log,
  );
  stopOnSignal({
    withinSeconds: config.shutdownSeconds,
    failed: (error) => log.fatal({ error }, "could not stop in order"),
    async stop(reason) {
      log.info({ reason }, "stopping: finishing the running jobs");
      await jobs.stop();
      await close();
      log.info({}, "stopped");
    },
  });
  log.info({}, "working");
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
