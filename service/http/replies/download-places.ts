import type { EventEmitter } from "node:events";
import { Failure } from "../../domain/failure.ts";

/** Downloads of one merchant at the same time. */
const MOST_RUNNING = 4;
/** Downloads of one merchant that wait for a place in this process. */
const MOST_WAITING = 16;
const RETRY_AFTER_SECONDS = "5";

type Line = { running: number; waiting: Set<() => void> };
type Reply = EventEmitter & { readonly destroyed: boolean; readonly writableEnded: boolean };

/**
 * The places for files that are made while they are sent: four of one merchant in this process at the same time, at most half of the pool's
 * `connections`: a download holds one while it reads its next rows. The next ones wait for a place, in order. Decision 0196.
 */
export function createDownloadPlaces(connections: () => number) {
  const most = () => Math.max(1, Math.min(MOST_RUNNING, Math.floor(connections() / 2)));
  const lines = new Map<number, Line>();

  function free(tenant: number, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
    } else {
      line.running -= 1;
      if (line.running === 0) lines.delete(tenant);
    }
  }

  return {
    /**
     * Takes a place until `reply` has been sent or its connection has closed; waits for one.
     * @throws `download_limit` where many wait already, or the caller left
     */
    async take(tenant: number, reply: Reply): Promise<void> {
      const line = lines.get(tenant) ?? { running: 0, waiting: new Set() };
      lines.set(tenant, line);
      const refused = () => new Failure("download_limit", { headers: { "retry-after": RETRY_AFTER_SECONDS } });
      if (line.running >= most()) {
        if (line.waiting.size >= MOST_WAITING) throw refused();
        await new Promise<void>((resolve, reject) => {
          line.waiting.add(resolve);
          reply.once("close", () => {
            if (line.waiting.delete(resolve)) reject(refused());
          });
        });
      } else line.running += 1;
      let isFree = false;
      const end = () => {
        if (!isFree) free(tenant, line);
        isFree = true;
      };
      reply.once("finish", end);
      reply.once("close", end);
      if (reply.destroyed || reply.writableEnded) end();
    },
  };
}
