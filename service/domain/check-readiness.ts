import { findHeartbeat, upsertHeartbeat } from "../db/heartbeats.ts";
import { findMissingMigrations } from "../db/schema-version.ts";
import type { Services } from "./context.ts";

export const HEARTBEAT_SECONDS = 5;
const SILENCE_SECONDS = 20;
/** Shorter than any proxy or monitor waits for the answer. */
const BANK_MS = 500;
const UNKNOWN: Check = { isOk: false, detail: "unknown" };

export type Check = { isOk: boolean; detail: string };
/** What requests need. */
export type TrafficReadiness = { database: Check; migrations: Check };
/** `sandboxBank` is for information: without it only bank transfers in sandbox wait. */
export type Readiness = TrafficReadiness & { worker: Check; sandboxBank: Check };

/** Checks that the database answers, its schema is current and the worker is running, and whether the sandbox bank answers. API 1. */
export async function checkReadiness(services: Pick<Services, "db" | "clock" | "providers">): Promise<Readiness> {
  const [own, sandboxBank] = await Promise.all([checkOwnParts(services), checkSandboxBank(services)]);
  return { ...own, sandboxBank };
}

/** Checks that the database answers and its schema is current. Requests are also served while the worker or the sandbox bank is away. */
export async function checkForTraffic({ db }: Pick<Services, "db">): Promise<TrafficReadiness> {
  try {
    const missing = await findMissingMigrations(db);
    const isOk = missing.length === 0;
    const migrations = { isOk, detail: isOk ? "current" : `${missing.length} missing` };
    return { database: { isOk: true, detail: "answers" }, migrations };
  } catch {
    return { database: { isOk: false, detail: "does not answer" }, migrations: UNKNOWN };
  }
}

/** Whether the service can work: with the worker, where it was checked. */
export function isReady({ database, migrations, worker }: TrafficReadiness & { worker?: Check }): boolean {
  return database.isOk && migrations.isOk && worker?.isOk !== false;
}

async function checkSandboxBank({ providers: { sandboxBank } }: Pick<Services, "providers">): Promise<Check> {
  if (!sandboxBank) return { isOk: true, detail: "not configured" };
  const answers = await sandboxBank.isReady(BANK_MS);
  return answers ? { isOk: true, detail: "answers" } : { isOk: false, detail: "does not answer" };
}

async function checkOwnParts(services: Pick<Services, "db" | "clock">): Promise<Omit<Readiness, "sandboxBank">> {
  const parts = await checkForTraffic(services);
  const worker = isReady(parts) ? await checkWorker(services).catch(() => UNKNOWN) : UNKNOWN;
  return { ...parts, worker };
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
