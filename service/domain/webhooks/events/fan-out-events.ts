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

const CAUSES_AT_ONCE = 100;
/** A group ends before it exceeds this number: a batch is one outbox record of thousands of transactions. */
const TRANSACTIONS_AT_ONCE = 2_000;
/** Pauses between retries of a quarantined outbox record. */
const RETRY_SECONDS = [1, 10, 60, 300];
const MOST_RETRY_SECONDS = 600;

/** An outbox record that could not be published; it is retried on its own. */
export type Quarantined = { cause: bigint; error: unknown };
/** The result of one group; `records` of 0 means that the outbox is empty. */
export type FannedOut = Published & { setAside: Quarantined | null };

/**
 * Publishes the events of the next outbox records with their deliveries, in one transaction: a record publishes all of
 * its events or stays pending. A group that fails is split in halves, down to the failing record, which is quarantined
 * so that it delays no other events. Webhooks 3.
 */
export async function fanOutEvents(services: Services, causesAtOnce = CAUSES_AT_ONCE): Promise<FannedOut> {
  let causes: OutboxRecord[] = [];
  try {
    const told = await inTransaction(services.db, async (tx) => {
      causes = withinOneGroup(await claimOutboxRecords(tx, causesAtOnce));
      return await publishEvents(tx, services, causes);
    });
    return { ...told, setAside: null };
  } catch (error) {
    const [first] = causes;
    if (!first) throw error;
    if (causes.length > 1) return await fanOutEvents(services, Math.floor(causes.length / 2));
    return {
      causes: 1,
      events: 0,
      deliveries: 0,
      setAside: await quarantined(services, { ...first, tries: 0 }, error),
    };
  }
}

/** The result of one retry; `isDue` is false when no quarantined record is due. */
export type Retried = { isDue: boolean; setAside: Quarantined | null };

/** Retries the next due quarantined record in its own transaction. */
export async function retryQuarantinedRecord(services: Services): Promise<Retried> {
  const claimed: QuarantinedRecord[] = [];
  try {
    await inTransaction(services.db, async (tx) => {
      claimed.push(...(await claimQuarantinedRecord(tx, services.clock.now())));
      for (const { id } of claimed) await releaseOutboxRecord(tx, id);
      const { deliveries } = await publishEvents(tx, services, claimed);
      if (deliveries > 0) wakeAfterCommit(tx);
    });
    return { isDue: claimed.length > 0, setAside: null };
  } catch (error) {
    const [cause] = claimed;
    if (!cause) throw error;
    return { isDue: true, setAside: await quarantined(services, cause, error) };
  }
}

/** @throws when the database is unreachable; the record is then not at fault and stays pending. */
async function quarantined(services: Services, cause: QuarantinedRecord, error: unknown): Promise<Quarantined> {
  const at = services.clock.now();
  const retryAt = new Date(at.getTime() + (RETRY_SECONDS[cause.tries] ?? MOST_RETRY_SECONDS) * 1000);
  const failure = { cause: cause.id, tries: cause.tries + 1, error: nameOf(error), at, retryAt };
  await inTransaction(services.db, (tx) => quarantineOutboxRecord(tx, failure));
  return { cause: cause.id, error };
}

/** The error's name and code without its message: messages may quote personal data, which only the log redacts. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === "string").join(" ") || "unknown";
}

function withinOneGroup(causes: readonly OutboxRecord[]): OutboxRecord[] {
  let transactions = 0;
  const group: OutboxRecord[] = [];
  for (const cause of causes) {
    transactions += cause.transactions;
    if (group.length > 0 && transactions > TRANSACTIONS_AT_ONCE) break;
    group.push(cause);
  }
  return group;
}
