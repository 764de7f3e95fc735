"use client";

import { useState } from "react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { newIntentKey } from "../../../lib/api/merchant.ts";
import type { AskWorker } from "./use-import-worker.ts";

/**
 * `salt` makes the same payments new ones. `after`: batches of them that ended before anything moved, so they may be sent again.
 * `reference` of the whole: `null` for customers, `undefined` while it is made.
 */
export type Wish = {
  salt: string;
  after: string;
  reference: string | null | undefined;
  intentKey: string;
  typed: string;
};
const NO_WISH: Wish = { salt: "", after: "", reference: undefined, intentKey: "", typed: "" };

/** What is meant by sending a file, and the key it is sent under: each look at Review is a wish of its own. Dashboard 5.6, 5.7. */
export function useWish(kind: BatchKind, ask: AskWorker) {
  const [wish, setWish] = useState(NO_WISH);
  return {
    wish,
    /** What was wished of one file is not wished of the next. */
    forget: () => setWish(NO_WISH),
    type: (typed: string) => setWish((now) => ({ ...now, typed })),
    async renew(change: { salt?: string; after?: string } = {}) {
      const intentKey = newIntentKey();
      const next = { ...wish, ...change };
      // New payments are another wish: what was typed was for the one before.
      const typed = next.salt === wish.salt ? wish.typed : "";
      setWish({ ...next, typed, intentKey, reference: undefined });
      const reference = kind === "create" ? null : await ask("fileReference", next.salt + next.after);
      setWish((now) => (now.intentKey === intentKey ? { ...now, reference } : now));
    },
  };
}
