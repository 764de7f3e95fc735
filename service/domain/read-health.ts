import { readHealthRow } from "../db/health.ts";
import type { Services } from "./context.ts";

/** Ages in seconds, 0 where nothing waits; lags are NaN where the role may not read them. `archiveFailing` is 1 or 0. */
export type Health = {
  outboxOldest: number;
  messageOldestDue: number;
  uploadIdle: number;
  verifiedAge: number;
  comparedAge: number;
  unbalanced: number;
  standbys: number;
  replicationSeconds: number;
  replicationBytes: number;
  archiveFailing: number;
};

/** Reads how long queues and the verifier are behind, and the standbys, for the worker's metrics. Decision 0186. */
export async function readHealth({ db, clock }: Pick<Services, "db" | "clock">): Promise<Health> {
  const now = clock.now();
  const row = await readHealthRow(db, now);
  const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000));
  return {
    outboxOldest: secondsSince(row.outboxOldest),
    messageOldestDue: secondsSince(row.messageOldestDue),
    uploadIdle: secondsSince(row.uploadIdleSince),
    verifiedAge: secondsSince(row.verifiedAt),
    comparedAge: secondsSince(row.comparedAt),
    unbalanced: row.unbalanced,
    standbys: row.standbys,
    replicationSeconds: row.replicationSeconds ?? Number.NaN,
    replicationBytes: row.replicationBytes ?? Number.NaN,
    archiveFailing: Number(row.isArchiveFailing),
  };
}
