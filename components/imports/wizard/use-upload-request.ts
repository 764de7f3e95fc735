"use client";

import { useState } from "react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { newIntentKey } from "../../../lib/api/merchant.ts";
import type { AskWorker } from "./use-import-worker.ts";

/**
 * `salt` makes equal payments new ones. `after`: earlier batches of them that ended before any money moved, so they may be sent
 * again. `reference` of the file: `null` for customers, `undefined` while it is computed.
 */
export type Wish = {
  salt: string;
  after: string;
  reference: string | null | undefined;
  intentKey: string;
  typed: string;
};
const NO_WISH: Wish = { salt: "", after: "", reference: undefined, intentKey: "", typed: "" };

/** What an upload stands for, and its key: each visit to Review is a new request. Dashboard 5.6, 5.7. */
export function useWish(kind: BatchKind, ask: AskWorker) {
  const [wish, setWish] = useState(NO_WISH);
  return {
    wish,
    /** Resets the request for another file. */
    forget: () => setWish(NO_WISH),
    type: (typed: string) => setWish((now) => ({ ...now, typed })),
    async renew(change: { salt?: string; after?: string } = {}) {
      const intentKey = newIntentKey();
      const next = { ...wish, ...change };
      // New payments are another request: the typed total was for the one before.
      const typed = next.salt === wish.salt ? wish.typed : "";
      setWish({ ...next, typed, intentKey, reference: undefined });
      const reference = kind === "create" ? null : await ask("fileReference", next.salt + next.after);
      setWish((now) => (now.intentKey === intentKey ? { ...now, reference } : now));
    },
  };
}
