import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Makes public IDs: UUIDv7, time-ordered (api 1). */
export type Ids = { next(): string };

const BYTES = 16;
/** Asking the system for each ID would take longer than all else about it. */
const RANDOM_AT_ONCE = 512 * BYTES;

/** IDs of this process, each greater than the one before, also within a millisecond. */
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
        // Half of the range is left to count on in.
        seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
      } else {
        seq = (seq + 1) | 0;
        if (seq === 0) msecs += 1;
      }
      return v7({ random, msecs, seq });
    },
  };
}
