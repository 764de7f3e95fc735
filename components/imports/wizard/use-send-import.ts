"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { findBatchOfReference, type ImportWish, sendImport } from "../../../lib/api/imports.ts";
import { keyOf } from "../../../lib/api/query-keys.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Session } from "../../../lib/permissions.ts";
import { showToast } from "../../ui/toast-store.ts";
import { warnBeforeLeaving } from "./use-leave-warning.ts";

/** When a cut upload goes again by itself; afterwards only a person sends it. Dashboard 5.7. */
const AGAIN_AFTER_MS = [2_000, 5_000, 15_000] as const;

export type SendStage =
  | { at: "idle" }
  | { at: "sending"; sentBytes: number; allBytes: number; isAgain: boolean }
  | { at: "cut"; isOver: boolean; error: unknown }
  | { at: "refused"; error: unknown }
  | { at: "earlier"; batchId: string | null }
  | { at: "done"; batchId: string };

/** Said before the service looked at the file: nothing happened, the same wish may go again. */
const NOT_SENT = [
  "offline",
  "service_unreachable",
  "unavailable",
  "session_expired",
  "mode_changed",
  "session_changed",
  "bad_origin",
];

/**
 * Sends one file once. One may leave the page meanwhile: the upload goes on, and a message tells how it ended. A cut line is repeated with the same key, by itself after 2, 5 and 15 s, then by a button: the service takes
 * the first that arrives whole. A file of payments that it knows already opens the batch of then. Dashboard 5.6, 5.7.
 */
export function useSendImport() {
  const session = useSession();
  const queries = useQueryClient();
  const [stage, setStage] = useState<SendStage>({ at: "idle" });
  const isRunning = useRef(false);
  const isGone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wish = useRef<ImportWish>(undefined);

  const attempt = useCallback(
    async (tries: number): Promise<void> => {
      const own = wish.current;
      if (!own || isRunning.current) return;
      isRunning.current = true;
      const endWarning = warnBeforeLeaving();
      const isAgain = tries > 0;
      const show = (next: SendStage) => {
        setStage(next);
        if (isGone.current) tellElsewhere(next, own.name);
      };
      setStage({ at: "sending", sentBytes: 0, allBytes: own.content.size, isAgain });
      const onProgress = (sentBytes: number, allBytes: number) =>
        setStage({ at: "sending", sentBytes, allBytes, isAgain });
      try {
        const { batchId } = await sendImport(session, own, onProgress);
        show({ at: "done", batchId });
        for (const noun of ["batches", "approvals"]) void queries.invalidateQueries({ queryKey: keyOf(session, noun) });
      } catch (error) {
        const next = await stageAfter(session, error, {
          isOver: tries >= AGAIN_AFTER_MS.length,
          reference: own.reference,
        });
        show(next);
        if (next.at === "cut" && !next.isOver)
          timer.current = setTimeout(() => void attempt(tries + 1), AGAIN_AFTER_MS[tries]);
      } finally {
        isRunning.current = false;
        endWarning();
      }
    },
    [session, queries],
  );

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return {
    stage,
    send(next: ImportWish) {
      wish.current = next;
      void attempt(0);
    },
    sendAgain() {
      clearTimeout(timer.current);
      void attempt(AGAIN_AFTER_MS.length);
    },
  };
}

/** Tells somebody on another page how an upload ended. */
function tellElsewhere(stage: SendStage, name: string): void {
  if (stage.at === "done") showToast({ title: `${name} was sent.` });
  if (stage.at === "refused") showToast({ tone: "bad", title: `${name} was refused. Nothing of it was taken.` });
  if (stage.at === "earlier") showToast({ tone: "bad", title: `${name} was sent before; nothing was sent again.` });
  if (stage.at === "cut" && stage.isOver) {
    showToast({ tone: "bad", title: `${name} may not have arrived. Look for it in Imports before sending it again.` });
  }
}

/** What an answer that was not a yes means for the file. */
async function stageAfter(
  session: Session,
  error: unknown,
  { isOver, reference }: { isOver: boolean; reference: string | null },
): Promise<SendStage> {
  if (!(error instanceof ServiceError)) return { at: "refused", error };
  if (error.code === "reference_exists" && reference !== null) {
    const earlier = await findBatchOfReference(session, reference).catch(() => null);
    return { at: "earlier", batchId: earlier?.batchId ?? null };
  }
  if (NOT_SENT.includes(error.code) || error.status === 429) return { at: "cut", isOver: true, error };
  const isUnknown = error.code === "outcome_unknown" || error.code === "idempotency_in_flight" || error.status >= 500;
  return isUnknown ? { at: "cut", isOver, error } : { at: "refused", error };
}
