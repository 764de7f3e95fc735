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

const DELTAS_AT_ONCE = 5_000;
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
    if (deltas < DELTAS_AT_ONCE) return folded;
  }
}

async function foldGroup(services: Services): Promise<Folded & { deltas: number }> {
  return await inTransaction(services.db, async (tx) => {
    const { deltas, receivers } = await foldDeltas(tx, DELTAS_AT_ONCE);
    const result = { deltas, failing: [] as string[], recovered: [] as string[] };
    const byId = new Map(receivers.map((row) => [row.subscriptionId, row]));
    const changed: HealthRow[] = [];
    for (const before of await lockHealth(tx, [...byId.keys()])) {
      const news = byId.get(before.id);
      if (!news) continue;
      const after = healthAfter(before, news);
      if (isSame(before, after)) continue;
      changed.push(after);
      const turn = turnOf(before, after);
      if (!turn) continue;
      result[turn].push(before.id);
      const ctx = { ...services, tenant: news.tenant, actor: JOB, address: null, requestId: JOB.id };
      await recordAudit(tx, ctx, noticeOf(turn, after));
    }
    await updateHealth(tx, changed);
    return result;
  });
}

/** A receiver is failing from its first exhausted delivery until the next success. Pure. */
export function healthAfter(before: HealthRow, news: FoldedRow): HealthRow {
  const { succeededAt, failedAt, failingFrom } = news;
  const lastErrorCode = news.lastErrorCode ?? before.lastErrorCode;
  if (failedAt && (!succeededAt || failedAt > succeededAt)) {
    const isOngoing = before.failingSince && !succeededAt;
    return { id: before.id, failingSince: isOngoing ? before.failingSince : failingFrom, lastErrorCode };
  }
  return { id: before.id, failingSince: succeededAt ? null : before.failingSince, lastErrorCode };
}

function turnOf(before: HealthRow, after: HealthRow): keyof Folded | null {
  if (!before.failingSince && after.failingSince) return "failing";
  return before.failingSince && !after.failingSince ? "recovered" : null;
}

function noticeOf(turn: keyof Folded, { id, failingSince, lastErrorCode }: HealthRow): AuditEntry {
  const object = { kind: "subscription", id } as const;
  if (turn === "recovered") return { action: "webhook.recover", object };
  return { action: "webhook.fail", object, after: { failingSince: failingSince?.toISOString(), lastErrorCode } };
}

function isSame(before: HealthRow, after: HealthRow): boolean {
  return (
    before.failingSince?.getTime() === after.failingSince?.getTime() && before.lastErrorCode === after.lastErrorCode
  );
}
