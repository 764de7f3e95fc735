import { purgeOutboxRecords } from "../../../db/ledger/outbox.ts";
import { inTransaction } from "../../../db/pool.ts";
import { purgeHours } from "../../../db/webhooks/fold-webhook-stats.ts";
import { purgeJobs } from "../../../db/webhooks/webhook-jobs.ts";
import {
  dropPartition,
  findPartitionDays,
  type HistoryTable,
  history,
  openPartition,
  purgeDefault,
} from "../../../db/webhooks/webhook-partitions.ts";
import type { Services } from "../../context.ts";

/** Events are kept a day longer than their deliveries, so that no delivery lacks its body. */
const KEPT_DAYS: Record<HistoryTable, number> = { webhook_events: 31, webhook_deliveries: 30, webhook_attempts: 30 };
const OUTBOX_KEPT_DAYS = 31;
const HOURS_KEPT_MONTHS = 13;
/** Yesterday has a partition too, because an ID may be created before midnight and written after it. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 3;
const PURGE_BATCH_SIZE = 10_000;
const DAY_MS = 86_400_000;

export type Retained = { opened: number; dropped: number; purged: number };

/** Creates the partitions of the coming days and drops those past their retention. Webhooks 8. */
export async function retainWebhooks(services: Services): Promise<Retained> {
  const today = startOfDay(services.clock.now());
  const retained: Retained = { opened: 0, dropped: 0, purged: 0 };
  // A job without its delivery can never complete, and its claim would fail all jobs claimed with it.
  retained.purged += await purgeJobs(services.db, addDays(today, -KEPT_DAYS.webhook_deliveries));
  for (const table of Object.keys(history) as HistoryTable[]) {
    await retainTable(services, table, today, retained);
  }
  retained.purged += await purgeOldRows(services, today);
  return retained;
}

async function retainTable({ db }: Services, table: HistoryTable, today: Date, retained: Retained): Promise<void> {
  const days = await findPartitionDays(db, table);
  const known = new Set(days.map((day) => day.getTime()));
  for (let ahead = -DAYS_BACK; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!known.has(day.getTime()) && (await openPartition(db, table, day))) retained.opened += 1;
  }
  const firstKept = addDays(today, -KEPT_DAYS[table]);
  for (const day of days) {
    if (day >= firstKept) continue;
    await dropPartition(db, table, day);
    retained.dropped += 1;
  }
  retained.purged += await purgeDefault(db, table, firstKept);
}

async function purgeOldRows({ db }: Services, today: Date): Promise<number> {
  const firstHour = new Date(today);
  firstHour.setUTCMonth(firstHour.getUTCMonth() - HOURS_KEPT_MONTHS);
  let purged = await inTransaction(db, (tx) => purgeHours(tx, firstHour));
  while (true) {
    const records = await inTransaction(db, (tx) =>
      purgeOutboxRecords(tx, addDays(today, -OUTBOX_KEPT_DAYS), PURGE_BATCH_SIZE),
    );
    purged += records;
    if (records < PURGE_BATCH_SIZE) return purged;
  }
}

function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}
