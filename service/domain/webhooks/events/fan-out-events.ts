import {
  claimOutboxRecords,
  claimQuarantinedRecord,
  type OutboxRecord,
  type QuarantinedRecord,
  quarantineOutboxRecord,
  releaseOutboxRecord,
} from "../../../db/ledger/outbox.ts";
import { inTransaction, wakeAfterCommit } from "../../../db/pool.ts";
import type { Services } from "../../context.ts";
import { type Published, publishEvents } from "./publish-events.ts";

/** Each group costs eight round trips and a claim, and its merchants and subscriptions are read once. Decision 0220. */
const RECORD_BATCH_SIZE = 1_000;
/** A group ends before it exceeds this number: a batch is one outbox record of thousands of transactions. */
const MAX_GROUP_TRANSACTIONS = 2_000;
/** Pauses between retries of a quarantined outbox record. */
const RETRY_SECONDS = [1, 10, 60, 300];
const MAX_RETRY_SECONDS = 600;

/** An outbox record that could not be published; it is retried on its own. */
export type Quarantined = { record: bigint; error: unknown };
/** The result of one group; `records` of 0 means that the outbox is empty. */
export type FannedOut = Published & { quarantined: Quarantined | null };

/**
 * Publishes the events of the next outbox records with their deliveries, in one transaction: a record publishes all of
 * its events or stays pending. A group that fails is split in halves, down to the failing record, which is quarantined
 * so that it delays no other events. Webhooks 3.
 */
export async function fanOutEvents(services: Services, batchSize = RECORD_BATCH_SIZE): Promise<FannedOut> {
  let records: OutboxRecord[] = [];
  try {
    const published = await inTransaction(services.db, async (tx) => {
      records = withinOneGroup(await claimOutboxRecords(tx, batchSize));
      return await publishEvents(tx, services, records);
    });
    return { ...published, quarantined: null };
  } catch (error) {
    const [first] = records;
    if (!first) throw error;
    if (records.length > 1) return await fanOutEvents(services, Math.floor(records.length / 2));
    return {
      records: 1,
      events: 0,
      deliveries: 0,
      quarantined: await quarantine(services, { ...first, tries: 0 }, error),
    };
  }
}

/** The result of one retry; `isDue` is false when no quarantined record is due. */
export type Retried = { isDue: boolean; quarantined: Quarantined | null };

/** Retries the next due quarantined record in its own transaction. */
export async function retryQuarantinedRecord(services: Services): Promise<Retried> {
  const claimed: QuarantinedRecord[] = [];
  try {
    await inTransaction(services.db, async (tx) => {
      claimed.push(...(await claimQuarantinedRecord(tx, services.clock.now())));
      for (const record of claimed) await releaseOutboxRecord(tx, record);
      const { deliveries } = await publishEvents(tx, services, claimed);
      if (deliveries > 0) wakeAfterCommit(tx);
    });
    return { isDue: claimed.length > 0, quarantined: null };
  } catch (error) {
    const [record] = claimed;
    if (!record) throw error;
    return { isDue: true, quarantined: await quarantine(services, record, error) };
  }
}

/** @throws when the database is unreachable; the record is then not at fault and stays pending. */
async function quarantine(services: Services, record: QuarantinedRecord, error: unknown): Promise<Quarantined> {
  const at = services.clock.now();
  const retryAt = new Date(at.getTime() + (RETRY_SECONDS[record.tries] ?? MAX_RETRY_SECONDS) * 1000);
  const failure = { record, tries: record.tries + 1, error: nameOf(error), at, retryAt };
  await inTransaction(services.db, (tx) => quarantineOutboxRecord(tx, failure));
  return { record: record.id, error };
}

/** The error's name and code without its message: messages may quote personal data, which only the log redacts. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === "string").join(" ") || "unknown";
}

function withinOneGroup(records: readonly OutboxRecord[]): OutboxRecord[] {
  let transactions = 0;
  const group: OutboxRecord[] = [];
  for (const record of records) {
    transactions += record.transactions;
    if (group.length > 0 && transactions > MAX_GROUP_TRANSACTIONS) break;
    group.push(record);
  }
  return group;
}
