import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Creates public IDs: UUIDv7, ordered by time. API 1. */
export type Ids = { next(): string };

const BYTES = 16;
/** Requesting random bytes for each ID would dominate its cost, so they are requested in blocks. */
const RANDOM_AT_ONCE = 512 * BYTES;

/** IDs of this process. Each is greater than the previous one, even within a millisecond. */
export const systemIds: Ids = createIds();

function createIds(): Ids {
  const pool = new Uint8Array(RANDOM_AT_ONCE);
  let used = RANDOM_AT_ONCE;
  let msecs = 0;
  let seq = 0;
  return {
    next() {
      if (used === RANDOM_AT_ONCE) {
        randomFillSync(pool);
        used = 0;
      }
      const random = pool.subarray(used, used + BYTES);
      used += BYTES;
      const now = Date.now();
      if (now > msecs) {
        msecs = now;
        // Leaves half of the range for the counter.
        seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
      } else {
        seq = (seq + 1) | 0;
        if (seq === 0) msecs += 1;
      }
      return v7({ random, msecs, seq });
    },
  };
}
