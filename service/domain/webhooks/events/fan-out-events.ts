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
/** A group of causes ends where it would hold more: a batch is one cause of thousands of transactions. */
const TRANSACTIONS_AT_ONCE = 2_000;
/** How long a cause that cannot be told is left alone after each try. */
const RETRY_SECONDS = [1, 10, 60, 300];
const MOST_RETRY_SECONDS = 600;

/** A cause that could not be told; it is tried again by itself. */
export type Quarantined = { cause: bigint; error: unknown };
/** What one group came to; `causes` of 0 means that nothing waits. */
export type FannedOut = Published & { setAside: Quarantined | null };

/**
 * Turns the next causes of the outbox into events with their deliveries, in one transaction: a cause has all of its events or
 * waits as before. A group that fails is halved, down to the cause that is to blame: that one is set aside, so that nobody else's
 * events wait for it. Webhooks 3.
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

/** What one retry came to; `isDue` is false where no cause that was set aside is due. */
export type Retried = { isDue: boolean; setAside: Quarantined | null };

/** Tries the next cause again that was set aside and whose time has come, by itself. */
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

/** @throws where the database is away: then nothing was to blame on the cause, and it waits as before. */
async function quarantined(services: Services, cause: QuarantinedRecord, error: unknown): Promise<Quarantined> {
  const at = services.clock.now();
  const retryAt = new Date(at.getTime() + (RETRY_SECONDS[cause.tries] ?? MOST_RETRY_SECONDS) * 1000);
  const failure = { cause: cause.id, tries: cause.tries + 1, error: nameOf(error), at, retryAt };
  await inTransaction(services.db, (tx) => quarantineOutboxRecord(tx, failure));
  return { cause: cause.id, error };
}

/** What went wrong without what it was about: texts of errors may quote people's data, and the log has them cleaned. */
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
