import { Failure } from "../../domain/failure.ts";
import { createPlaces } from "../../domain/places.ts";
import { holdPlace, type RawReply } from "./hold-place.ts";

/** Downloads of one merchant at the same time. */
const MOST_RUNNING = 4;
/** Downloads of one merchant that wait for a place in this process. */
const MOST_WAITING = 16;
const RETRY_AFTER_SECONDS = "5";

/**
 * The places for files that are made while they are sent: four of one merchant in this process at the same time, at most half of the pool's
 * `connections`: a download holds one while it reads its next rows. The next ones wait for a place, in order. Decision 0196.
 */
export function createDownloadPlaces(connections: () => number) {
  const places = createPlaces({
    running: () => Math.max(1, Math.min(MOST_RUNNING, Math.floor(connections() / 2))),
    waiting: MOST_WAITING,
  });
  return {
    /**
     * Takes a place until `reply` has been sent or its connection has closed; waits for one.
     * @throws `download_limit` where many wait already, or the caller left
     */
    async take(tenant: number, reply: RawReply): Promise<void> {
      if (await holdPlace(places, tenant, reply)) return;
      throw new Failure("download_limit", { headers: { "retry-after": RETRY_AFTER_SECONDS } });
    },
  };
}
