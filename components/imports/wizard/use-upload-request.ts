"use client";

import { useState } from "react";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { AskWorker } from "./use-import-worker.ts";

/**
 * `salt` makes equal payments new ones. `after`: earlier batches of them that ended before any money moved, so they may be sent
 * again. `reference` of the file: `null` for customers, `undefined` while it is computed.
 */
export type UploadRequest = {
  salt: string;
  after: string;
  reference: string | null | undefined;
  idempotencyKey: string;
  typed: string;
};
const NO_REQUEST: UploadRequest = { salt: "", after: "", reference: undefined, idempotencyKey: "", typed: "" };

/** What an upload stands for, and its key: each visit to Review is a new request. Dashboard 5.6, 5.7. */
export function useUploadRequest(kind: ImportKind, ask: AskWorker) {
  const [request, setRequest] = useState(NO_REQUEST);
  return {
    request,
    /** Resets the request for another file. */
    forget: () => setRequest(NO_REQUEST),
    type: (typed: string) => setRequest((now) => ({ ...now, typed })),
    async renew(change: { salt?: string; after?: string } = {}) {
      const idempotencyKey = newIdempotencyKey();
      const next = { ...request, ...change };
      // New payments are another request: the typed total was for the one before.
      const typed = next.salt === request.salt ? request.typed : "";
      setRequest({ ...next, typed, idempotencyKey, reference: undefined });
      const reference =
        kind === "create" ? null : await ask("fileReference", { now: new Date(), salt: next.salt + next.after });
      setRequest((now) => (now.idempotencyKey === idempotencyKey ? { ...now, reference } : now));
    },
  };
}
