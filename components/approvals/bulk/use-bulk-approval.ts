"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PendingDetails, PendingItem } from "../../../contract/approvals.ts";
import { pendingDetailsQuery, useApproveTransaction, useInvalidateApprovals } from "../../../lib/api/approvals.ts";
import { readBeforeWrite } from "../../../lib/api/interruptions.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { readDraft, writeDraft } from "../../layout/hooks/use-draft.ts";
import { statusAppearances } from "../approval-texts.ts";
import { approvalDraftKey } from "../details/use-approval.ts";
import { blockingReasons } from "../obstacle.ts";
import { texts } from "./texts.ts";

/** The outcome of one request. `next`: not sent yet; `left`: nothing happened, with the reason. */
export type BulkLine =
  | { at: "next"; why?: string }
  | { at: "now" | "done" }
  | { at: "left"; why: string }
  | { at: "unknown" };

const NEXT: BulkLine = { at: "next" };

/**
 * Approves `items` one after the other, each with its own key, which survives a reload and a lost response. Rechecks each one before
 * sending: a request that fails a check, was decided or changed since selection is skipped. Stops at a lost response or when nothing
 * can be sent; `run` then continues from there. Dashboard 5.8.
 */
export function useBulkApproval(items: readonly PendingItem[]) {
  const approveNow = useApproveOne();
  const invalidate = useInvalidateApprovals();
  const known = useRef<ReadonlyMap<string, BulkLine>>(new Map());
  const [lines, draw] = useState(known.current);
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const lineOf = (id: string) => known.current.get(id) ?? NEXT;
  const set = (id: string, line: BulkLine) => {
    known.current = new Map(known.current).set(id, line);
    draw(known.current);
  };
  const run = async () => {
    if (isRunning) return;
    isStopped.current = false;
    setIsRunning(true);
    for (const item of items) {
      const before = lineOf(item.id);
      if (isStopped.current) break;
      if (before.at === "done" || before.at === "left") continue;
      set(item.id, { at: "now" });
      const after = await approveNow(item, { isInDoubt: before.at === "unknown" });
      set(item.id, after);
      if (after.at === "next" || after.at === "unknown") break;
    }
    setIsRunning(false);
    invalidate();
  };
  return {
    lines,
    isRunning,
    run: () => void run(),
    /** Stops after the current request. */
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** Approves one request with its stored key and returns the outcome; never throws. */
function useApproveOne() {
  const session = useSession();
  const queries = useQueryClient();
  const { mutateAsync } = useApproveTransaction({ invalidates: false });
  // Changes to wallets by earlier approvals of this run are expected.
  const touched = useRef(new Set<string>());

  return async (item: PendingItem, { isInDoubt }: { isInDoubt: boolean }): Promise<BulkLine> => {
    const draft = approvalDraftKey(session, item.id);
    const request = readDraft(draft, { comment: "", idempotencyKey: newIdempotencyKey() });
    try {
      const read = () => readBeforeWrite(queries, pendingDetailsQuery(session, item.id));
      const why = isInDoubt ? null : obstacleNow(item, await read(), touched.current);
      if (why !== null) return { at: "left", why };
      writeDraft(draft, request);
      await mutateAsync({
        transactionId: item.id,
        comment: request.comment.trim(),
        firstApprover: item.approvals.first?.by ?? null,
        idempotencyKey: request.idempotencyKey,
      });
      writeDraft(draft, null);
      for (const id of customersOf(item)) touched.current.add(id);
      return { at: "done" };
    } catch (error) {
      if (isRefused(error)) writeDraft(draft, { ...request, idempotencyKey: newIdempotencyKey() });
      return lineAfter(error);
    }
  };
}

function lineAfter(error: unknown): BulkLine {
  if (isOutcomeUnknown(error)) return { at: "unknown" };
  const why = error instanceof ServiceError ? error.message : texts.somethingWentWrongOn;
  return { at: isRefused(error) ? "left" : "next", why };
}

function customersOf({ source, target }: PendingItem): string[] {
  return [source?.customerId, target?.customerId].filter((id) => typeof id === "string");
}

/** Why a request must not be sent, compared with how it was at selection; `null` if it may. Pure. */
function obstacleNow(seen: PendingItem, found: PendingDetails, touched: ReadonlySet<string>): string | null {
  if (found.status !== "PENDING") return texts.statusAppearancesWordMeanwhile(statusAppearances[found.status].word);
  if (!found.viewer.canApprove) return found.viewer.reason ?? texts.youMayNotApprove;
  if (found.approvals.first?.by !== seen.approvals.first?.by) return texts.somethingChangedSinceYou;
  const [blocking] = blockingReasons(found.checks);
  if (blocking !== undefined) return blocking;
  const isOwnDoing = customersOf(found).some((id) => touched.has(id));
  const isNews = found.mark === "changed" && seen.mark !== "changed" && !isOwnDoing;
  return isNews ? texts.somethingChangedSinceYou : null;
}
