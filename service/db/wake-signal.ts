import { type Listening, listen } from "./listen.ts";
import type { Database } from "./pool.ts";

const CHANNEL = "webhook_work";
/** Coalesces signals within this time. */
const PAUSE_MS = 20;

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
export function listenForWork(options: { url: string; onSignal(): void; onTrouble?(error: unknown): void }): Listening {
  const { url, onSignal, onTrouble } = options;
  return listen({
    url,
    subscribe: (client) => client.query(`listen ${CHANNEL}`),
    name: "wallet-wake-signal",
    onNotification: onSignal,
    onConnected: onSignal,
    onTrouble,
  });
}
