"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { findBatchByReference, type ImportRequest, sendImport } from "../../../lib/api/imports.ts";
import { queryKeyOf } from "../../../lib/api/query-keys.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Session } from "../../../lib/permissions.ts";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";
import { warnBeforeLeaving } from "./use-leave-warning.ts";

/** Delays of the automatic retries of an interrupted upload; after them the user retries. Dashboard 5.7. */
const AGAIN_AFTER_MS = [2_000, 5_000, 15_000] as const;

/** `isInDoubt`: this or an earlier attempt may have arrived. `isFinal`: only the user can retry. */
export type SendStage =
  | { at: "idle" }
  | { at: "sending"; sentBytes: number; allBytes: number; isAgain: boolean }
  | { at: "cut"; isOver: boolean; isInDoubt: boolean; error: unknown }
  | { at: "refused"; isInDoubt: boolean; error: unknown }
  | { at: "earlier"; batchId: string | null }
  | { at: "done"; batchId: string };
type Ended = Exclude<SendStage, { at: "idle" | "sending" }>;

/** Errors raised before the service processes the file: nothing happened, and the same upload may be retried. */
const NOT_SENT = [
  "offline",
  "service_unreachable",
  "unavailable",
  "session_expired",
  "mode_changed",
  "session_changed",
  "merchant_changed",
  "bad_origin",
];

/**
 * Sends one file once. The upload continues if the user leaves the page; a toast then reports its outcome. An interrupted upload is
 * repeated with the same key, automatically after 2, 5 and 15 s, then by a button: the service accepts the first that arrives
 * completely. A payment file that the service already knows opens the earlier batch. Dashboard 5.6, 5.7.
 */
export function useSendImport() {
  const session = useSession();
  const queries = useQueryClient();
  const [stage, setStage] = useState<SendStage>({ at: "idle" });
  const isRunning = useRef(false);
  const isGone = useRef(false);
  const last = useRef<{ request: ImportRequest; isInDoubt: boolean }>(undefined);

  const attempt = useCallback(
    async (request: ImportRequest, isAgain: boolean): Promise<{ batchId: string } | { error: unknown }> => {
      const onProgress = (sentBytes: number, allBytes: number) =>
        setStage({ at: "sending", sentBytes, allBytes, isAgain });
      onProgress(0, request.content.size);
      return sendImport(session, request, onProgress).catch((error) => ({ error }));
    },
    [session],
  );
  const run = async (firstTurn: number): Promise<void> => {
    const own = last.current;
    if (!own || isRunning.current) return;
    isRunning.current = true;
    const endWarning = warnBeforeLeaving();
    for (let turn = firstTurn; ; turn += 1) {
      const waitMs = AGAIN_AFTER_MS[turn];
      const answer = await attempt(own.request, turn > 0);
      const ended = await stageAfter(session, answer, { ...own, isLast: waitMs === undefined });
      own.isInDoubt = isInDoubt(ended);
      setStage(ended);
      if (ended.at === "cut" && !ended.isOver) {
        await pause(waitMs);
        continue;
      }
      if (isGone.current) tellElsewhere(ended, own.request.name);
      break;
    }
    isRunning.current = false;
    endWarning();
    for (const noun of ["batches", "approvals", "payouts"])
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
  };

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return {
    stage,
    reset: () => setStage({ at: "idle" }),
    send(request: ImportRequest) {
      last.current = { request, isInDoubt: false };
      void run(0);
    },
    sendAgain: () => void run(AGAIN_AFTER_MS.length),
  };
}

/** Reports the outcome on another page. */
function tellElsewhere(stage: Ended, name: string): void {
  if (stage.at === "done") showToast({ title: texts.nameWasSent(name) });
  else if (stage.at === "earlier") showToast({ tone: "bad", title: texts.nameWasSentBefore(name) });
  else if (stage.isInDoubt) {
    showToast({ tone: "bad", title: texts.nameMayNotHave(name) });
  } else if (stage.at === "refused") showToast({ tone: "bad", title: texts.nameWasRefusedNothing(name) });
  else showToast({ tone: "bad", title: texts.nameWasNotSent(name) });
}

type Sent = { request: ImportRequest; isInDoubt: boolean; isLast: boolean };

/** The stage after a response. */
async function stageAfter(
  session: Session,
  answer: { batchId: string } | { error: unknown },
  { request: { kind, reference }, isInDoubt, isLast }: Sent,
): Promise<Ended> {
  if ("batchId" in answer) return { at: "done", batchId: answer.batchId };
  const { error } = answer;
  if (!(error instanceof ServiceError)) return { at: "refused", isInDoubt, error };
  if (error.code === "reference_exists" && reference !== null) {
    if (kind === "payout") return { at: "earlier", batchId: batchIdOf(error) };
    const earlier = await findBatchByReference(session, reference).catch(() => null);
    return { at: "earlier", batchId: earlier?.batchId ?? null };
  }
  if (NOT_SENT.includes(error.code) || error.status === 429) return { at: "cut", isOver: true, isInDoubt, error };
  const isUnknown = error.code === "outcome_unknown" || error.code === "idempotency_in_flight" || error.status >= 500;
  return isUnknown ? { at: "cut", isOver: isLast, isInDoubt: true, error } : { at: "refused", isInDoubt, error };
}

/** The batch that has the reference already, as the service names it. */
function batchIdOf({ fields }: ServiceError): string | null {
  const { batchId } = (fields[0] ?? {}) as { batchId?: unknown };
  return typeof batchId === "string" ? batchId : null;
}

function isInDoubt(stage: Ended): boolean {
  return "isInDoubt" in stage && stage.isInDoubt;
}

function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
