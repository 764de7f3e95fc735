import { findHeartbeat, upsertHeartbeat } from "../db/heartbeats.ts";
import { findMissingMigrations } from "../db/schema-version.ts";
import type { Services } from "./context.ts";

export const HEARTBEAT_SECONDS = 5;
const SILENCE_SECONDS = 20;
const UNKNOWN: Check = { isOk: false, detail: "unknown" };

export type Check = { isOk: boolean; detail: string };
/** `sandboxBank` is for information: without it only bank transfers in sandbox wait. */
export type Readiness = { database: Check; migrations: Check; worker: Check; sandboxBank: Check };

/** Checks that the database answers, its schema is current and the worker is running, and whether the sandbox bank answers. API 1. */
export async function checkReadiness(services: Pick<Services, "db" | "clock" | "providers">): Promise<Readiness> {
  const [own, sandboxBank] = await Promise.all([checkOwnParts(services), checkSandboxBank(services)]);
  return { ...own, sandboxBank };
}

/** Whether the service can work. */
export function isReady({ database, migrations, worker }: Readiness): boolean {
  return database.isOk && migrations.isOk && worker.isOk;
}

async function checkSandboxBank({ providers: { sandboxBank } }: Pick<Services, "providers">): Promise<Check> {
  if (!sandboxBank) return { isOk: true, detail: "not configured" };
  return (await sandboxBank.isReady()) ? { isOk: true, detail: "answers" } : { isOk: false, detail: "does not answer" };
}

async function checkOwnParts(services: Pick<Services, "db" | "clock">): Promise<Omit<Readiness, "sandboxBank">> {
  try {
    const missing = await findMissingMigrations(services.db);
    const database = { isOk: true, detail: "answers" };
    if (missing.length > 0) {
      return { database, migrations: { isOk: false, detail: `${missing.length} missing` }, worker: UNKNOWN };
    }
    return { database, migrations: { isOk: true, detail: "current" }, worker: await checkWorker(services) };
  } catch {
    return { database: { isOk: false, detail: "does not answer" }, migrations: UNKNOWN, worker: UNKNOWN };
  }
}

/** Records that the worker is running. */
export async function recordHeartbeat(services: Pick<Services, "db" | "clock">): Promise<void> {
  await upsertHeartbeat(services.db, "worker", services.clock.now());
}

async function checkWorker(services: Pick<Services, "db" | "clock">): Promise<Check> {
  const at = await findHeartbeat(services.db, "worker");
  if (!at) return { isOk: false, detail: "never seen" };
  const seconds = Math.round((services.clock.now().getTime() - at.getTime()) / 1000);
  return { isOk: seconds <= SILENCE_SECONDS, detail: `seen ${seconds} s ago` };
}
