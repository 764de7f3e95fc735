import {
  claimDueMessages,
  deleteMessage,
  giveUpMessage,
  type MessageRow,
  postponeMessage,
} from "../../db/messages/messages.ts";
import { MessageRefused } from "../../providers/messenger.ts";
import type { Services } from "../context.ts";

/** Concurrent sends, so that a slow mail server delays only these. */
const BATCH = 16;
/** Longer than any messenger takes to answer or give up. */
const LEASE_SECONDS = 120;
const RETRY_DELAYS_SECONDS = [2, 10, 30, 120, 300, 900, 1800, 3600];

export type Delivered = { sent: number; postponed: number; failed: number };

/**
 * Sends due messages of the tenants in turn until none is left (decision 0162). Messages that are refused or no longer valid are given up;
 * the others are retried. Once `stopping` is aborted no more are begun. A crash in between costs a delay, at worst a second copy with the
 * same ID.
 */
export async function deliverMessages(
  services: Pick<Services, "db" | "clock" | "providers">,
  stopping?: AbortSignal,
): Promise<Delivered> {
  const total: Delivered = { sent: 0, postponed: 0, failed: 0 };
  let after: number | null = null;
  while (!stopping?.aborted) {
    const now = services.clock.now();
    const lease = { now, leaseUntil: later(now, LEASE_SECONDS) };
    const due = await claimDueMessages(services.db, { ...lease, limit: BATCH, after });
    const last = due.at(-1);
    // A claim may be smaller than the batch while more waits: each tenant has a share of it.
    if (!last) return total;
    after = last.tenant;
    const outcomes = await Promise.all(due.map((message) => deliver(services, message)));
    for (const outcome of outcomes) total[outcome] += 1;
  }
  return total;
}

async function deliver(
  { db, clock, providers }: Pick<Services, "db" | "clock" | "providers">,
  message: MessageRow,
): Promise<keyof Delivered> {
  const at = clock.now();
  const { id, channel, attempts, goodUntil, isSandbox } = message;
  const messenger = (isSandbox ? providers.sandboxMessages : providers)[channel];
  if (at >= goodUntil) {
    await giveUpMessage(db, id, { reason: "not delivered in time", at });
    return "failed";
  }
  try {
    await messenger.send({ id, ...JSON.parse(providers.secrets.open(message.sealed, "messages.sealed", id)) });
  } catch (error) {
    if (error instanceof MessageRefused) {
      await giveUpMessage(db, id, { reason: error.reason, at: clock.now() });
      return "failed";
    }
    const delay = RETRY_DELAYS_SECONDS[Math.min(attempts, RETRY_DELAYS_SECONDS.length) - 1] ?? 3600;
    await postponeMessage(db, message, later(clock.now(), delay));
    return "postponed";
  }
  await deleteMessage(db, id);
  return "sent";
}

function later(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
