import { type Listening, listen } from "../listen.ts";
import type { Database } from "../pool.ts";

const CHANNEL = "payout_ended";
/** Coalesces announcements within this time. */
const PAUSE_MS = 5;
/** A notification holds at most 8,000 bytes. */
const MAX_IDS = 200;

/** Tells callers that wait for a payout, in any process, that it has ended or needs a person. */
export type PayoutEnds = {
  /** Call it after the commit. A lost announcement only delays the caller. */
  announce(id: string): void;
  /** Resolves at the announcement, or after `withinMs`. */
  wait(id: string, withinMs: number): Promise<void>;
  /** Wakes the waiting callers of this process. Without IDs all of them: announcements may have been missed. */
  apply(ids?: readonly string[]): void;
};

/**
 * Announces payouts by NOTIFY on a connection of its own after the commit, since NOTIFY inside a transaction serializes commits. Sends
 * immediately, and then one notification for all payouts of the next 5 ms. Rails 2.
 */
export function createPayoutEnds(db: Database): PayoutEnds {
  const waiting = new Map<string, Set<() => void>>();
  const ended = new Set<string>();
  let isResting = false;

  function send(): void {
    const ids = [...ended].slice(0, MAX_IDS);
    isResting = ids.length > 0;
    if (!isResting) return;
    for (const id of ids) ended.delete(id);
    void notify(ids.join(" ")).catch(() => undefined);
    setTimeout(send, PAUSE_MS).unref();
  }

  async function notify(text: string): Promise<void> {
    await db.query({ name: "announce-payouts", text: "select pg_notify($1, $2)", values: [CHANNEL, text] });
  }

  return {
    announce(id) {
      ended.add(id);
      if (!isResting) send();
    },
    async wait(id, withinMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const others = waiting.get(id) ?? new Set();
      waiting.set(id, others.add(resolve));
      const timer = setTimeout(resolve, withinMs);
      await promise;
      clearTimeout(timer);
      others.delete(resolve);
      if (others.size === 0) waiting.delete(id);
    },
    apply(ids = [...waiting.keys()]) {
      for (const id of ids) for (const resolve of waiting.get(id) ?? []) resolve();
    },
  };
}

/** Wakes the callers that wait in this process for payouts that any process announces. */
export function listenForPayoutEnds(options: {
  url: string;
  ends: PayoutEnds;
  onTrouble?: ((error: unknown) => void) | undefined;
}): Listening {
  const { url, ends, onTrouble } = options;
  return listen({
    url,
    subscribe: (client) => client.query(`listen ${CHANNEL}`),
    name: "wallet-payout-ends",
    onNotification: (payload) => ends.apply(payload.split(" ")),
    onConnected: () => ends.apply(),
    onTrouble,
  });
}
