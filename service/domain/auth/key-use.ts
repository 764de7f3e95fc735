import type { Clock } from "../../clock.ts";
import { addKeyCalls } from "../../db/auth/keys.ts";
import type { Database } from "../../db/pool.ts";
import type { KeyUse } from "../context.ts";

/** Counts in memory; `flush` runs every few seconds and at shutdown. A killed process loses those seconds. */
export function createKeyUse(db: Database, clock: Clock): KeyUse {
  let calls = new Map<string, number>();
  return {
    note: (keyId) => void calls.set(keyId, (calls.get(keyId) ?? 0) + 1),
    async flush() {
      if (calls.size === 0) return;
      const counted = calls;
      calls = new Map();
      try {
        await addKeyCalls(db, counted, clock.now());
      } catch (error) {
        for (const [id, count] of counted) calls.set(id, (calls.get(id) ?? 0) + count);
        throw error;
      }
    },
  };
}
