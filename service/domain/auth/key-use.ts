import type { Clock } from "../../clock.ts";
import { addKeyCalls, type KeyCalls } from "../../db/auth/keys.ts";
import type { Database } from "../../db/pool.ts";
import type { KeyUse } from "../context.ts";

/** Counts in memory; `flush` runs every few seconds and at shutdown. A killed process loses those seconds. */
export function createKeyUse(db: Database, clock: Clock): KeyUse {
  let counts = new Map<string, KeyCalls>();
  function countOf(keyId: string): KeyCalls {
    const count = counts.get(keyId) ?? { calls: 0, refused: 0, usedFrom: null, refusedFrom: null };
    counts.set(keyId, count);
    return count;
  }
  return {
    note(keyId, { address, isRefused = false }) {
      const count = countOf(keyId);
      count[isRefused ? "refused" : "calls"] += 1;
      count[isRefused ? "refusedFrom" : "usedFrom"] = address;
    },
    async flush() {
      if (counts.size === 0) return;
      const counted = counts;
      counts = new Map();
      try {
        await addKeyCalls(db, counted, clock.now());
      } catch (error) {
        for (const [id, { calls, refused, usedFrom, refusedFrom }] of counted) {
          const count = countOf(id);
          count.calls += calls;
          count.refused += refused;
          count.usedFrom ??= usedFrom;
          count.refusedFrom ??= refusedFrom;
        }
        throw error;
      }
    },
  };
}
