import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./pool.ts";

const CHANNEL = "webhook_work";
/** Coalesces signals within this time. */
const PAUSE_MS = 20;
const RECONNECT_MS = 500;

/**
 * Wakes the workers of all processes. The signal uses its own connection after the commit, since NOTIFY inside a
 * transaction serializes commits. Sends at most once in 20 ms, and once more after a burst. Webhooks 8.
 */
export function createWakeSignal(db: Database): { send(): void } {
  let isResting = false;
  let isWanted = false;

  function send(): void {
    if (isResting) {
      isWanted = true;
      return;
    }
    isResting = true;
    isWanted = false;
    // A lost signal delays work briefly: workers also poll.
    db.query(`notify ${CHANNEL}`).catch(() => undefined);
    setTimeout(() => {
      isResting = false;
      if (isWanted) send();
    }, PAUSE_MS).unref();
  }

  return { send };
}

/** Calls `onSignal` at each signal, and once after each connection, since signals are missed while disconnected. */
export function listenForWork(options: { url: string; onSignal(): void; onTrouble?(error: unknown): void }): {
  close(): Promise<void>;
} {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function listen(): Promise<void> {
    const lost = Promise.withResolvers<unknown>();
    const connection = new pg.Client({
      connectionString: options.url,
      application_name: "wallet-wake-signal",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    connection.on("error", lost.resolve);
    connection.on("end", () => lost.resolve(new Error("the listening connection ended")));
    connection.on("notification", options.onSignal);
    client = connection;
    await connection.connect();
    await connection.query(`listen ${CHANNEL}`);
    options.onSignal();
    const error = await lost.promise;
    if (!stopping.signal.aborted) throw error;
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        options.onTrouble?.(error);
        await client?.end().catch(() => undefined);
        await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const listening = keepListening();
  return {
    async close() {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await listening;
    },
  };
}
