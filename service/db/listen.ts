import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { KEEP_ALIVE } from "./pool.ts";
import { primaryUrl } from "./primary.ts";

const RECONNECT_MS = 500;
const CONNECT_MS = 5_000;

export type Listening = { close(): Promise<void> };

/**
 * Listens to a NOTIFY channel on a connection of its own, and reconnects when it breaks. `onConnected` runs after each
 * connection, because notifications are missed while disconnected. PostgreSQL shows `name` for the connection.
 */
export function listen(options: {
  url: string;
  /** Sends the LISTEN. */
  subscribe(client: pg.Client): Promise<unknown>;
  name: string;
  onNotification(payload: string): void;
  onConnected(): void;
  onTrouble?: ((error: unknown) => void) | undefined;
}): Listening {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function listenUntilLost(): Promise<void> {
    const lost = Promise.withResolvers<unknown>();
    const connection = new pg.Client({
      connectionString: await primaryUrl(options.url, CONNECT_MS),
      application_name: options.name,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_MS,
    });
    connection.on("error", lost.resolve);
    connection.on("end", () => lost.resolve(new Error("the listening connection ended")));
    connection.on("notification", ({ payload }) => options.onNotification(payload ?? ""));
    client = connection;
    await connection.connect();
    await options.subscribe(connection);
    options.onConnected();
    const error = await lost.promise;
    if (!stopping.signal.aborted) throw error;
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenUntilLost();
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
