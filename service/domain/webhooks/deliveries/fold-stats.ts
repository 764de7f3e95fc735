import { inTransaction } from "../../../db/pool.ts";
import {
  type FoldedRow,
  foldDeltas,
  type HealthRow,
  lockHealth,
  updateHealth,
} from "../../../db/webhooks/fold-webhook-stats.ts";
import type { Services } from "../../context.ts";
import { type AuditEntry, recordAudit } from "../../record-audit.ts";

const DELTA_BATCH_SIZE = 5_000;
const JOB = { kind: "job", id: "fold-webhook-stats", name: "Webhooks" } as const;

/** The IDs of subscriptions that started to fail, and of those that recovered. */
export type Folded = { failing: string[]; recovered: string[] };

/**
 * Adds the results of sends to the hourly statistics behind the charts, and stores since when a receiver is failing.
 * Each change between failing and recovered is audited once, whichever worker folds. Webhooks 8, 10.
 */
export async function foldStats(services: Services): Promise<Folded> {
  const folded: Folded = { failing: [], recovered: [] };
  while (true) {
    const { deltas, failing, recovered } = await foldGroup(services);
    folded.failing.push(...failing);
    folded.recovered.push(...recovered);
    if (deltas < DELTA_BATCH_SIZE) return folded;
  }
}

async function foldGroup(services: Services): Promise<Folded & { deltas: number }> {
  return await inTransaction(services.db, async (tx) => {
    const { deltas, receivers } = await foldDeltas(tx, DELTA_BATCH_SIZE);
    const result = { deltas, failing: [] as string[], recovered: [] as string[] };
    const byId = new Map(receivers.map((row) => [row.subscriptionId, row]));
    const changed: HealthRow[] = [];
    for (const before of await lockHealth(tx, [...byId.keys()])) {
      const changes = byId.get(before.id);
      if (!changes) continue;
      const after = healthAfter(before, changes);
      if (isSame(before, after)) continue;
      changed.push(after);
      const transition = transitionOf(before, after);
      if (!transition) continue;
      result[transition].push(before.id);
      const ctx = { ...services, tenant: changes.tenant, actor: JOB, address: null, requestId: JOB.id };
      await recordAudit(tx, ctx, auditEntryOf(transition, after));
    }
    await updateHealth(tx, changed);
    return result;
  });
}

/** A receiver is failing from its first exhausted delivery until the next success. Pure. */
export function healthAfter(before: HealthRow, changes: FoldedRow): HealthRow {
  const { succeededAt, failedAt, failingFrom } = changes;
  const lastErrorCode = changes.lastErrorCode ?? before.lastErrorCode;
  if (failedAt && (!succeededAt || failedAt > succeededAt)) {
    const isOngoing = before.failingSince && !succeededAt;
    return { id: before.id, failingSince: isOngoing ? before.failingSince : failingFrom, lastErrorCode };
  }
  return { id: before.id, failingSince: succeededAt ? null : before.failingSince, lastErrorCode };
}

function transitionOf(before: HealthRow, after: HealthRow): keyof Folded | null {
  if (!before.failingSince && after.failingSince) return "failing";
  return before.failingSince && !after.failingSince ? "recovered" : null;
}

function auditEntryOf(transition: keyof Folded, { id, failingSince, lastErrorCode }: HealthRow): AuditEntry {
  const object = { kind: "subscription", id } as const;
  if (transition === "recovered") return { action: "webhook.recover", object };
  return { action: "webhook.fail", object, after: { failingSince: failingSince?.toISOString(), lastErrorCode } };
}

function isSame(before: HealthRow, after: HealthRow): boolean {
  return (
    before.failingSince?.getTime() === after.failingSince?.getTime() && before.lastErrorCode === after.lastErrorCode
  );
}
