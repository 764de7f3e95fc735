"use client";

import { useEffect, useRef, useState } from "react";
import type { PreflightResult } from "../../../contract/batch-records.ts";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { preflightRows } from "../../../lib/api/imports.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText } from "../../../lib/format/instant.ts";
import { RECENT_DAYS, repeatedWord } from "../../../lib/format/repeated-rows.ts";
import type { Verdict } from "../../../lib/import/rows/verdicts.ts";
import type { ReviewRows, RowVerdict, UncheckedRows } from "../../../lib/import/worker/worker-messages.ts";
import { texts } from "./texts.ts";
import type { Import } from "./use-import.ts";

export type Preflight =
  | { at: "idle" }
  | { at: "running"; done: number }
  | { at: "failed"; error: unknown }
  | { at: "done"; rows: ReviewRows };

/**
 * Asks the service about every row before it is sent, in chunks of 1,000 and one after the other, so that memory and requests stay bounded.
 * Rows that were checked before and not edited since are not asked about again. `cancel` ends it after the current chunk.
 */
export function usePreflight(kind: BatchKind, { ask, count }: Pick<Import, "ask" | "count">) {
  const session = useSession();
  const [state, setState] = useState<Preflight>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** One chunk; false when every row is checked. */
  const step = async (restart: boolean, signal: AbortSignal): Promise<boolean> => {
    const chunk = await ask("uncheckedRows", { restart, now: new Date() });
    if (!chunk || chunk.rows.length === 0) return false;
    const items = chunk.rows.map(({ item }) => item);
    const results = await preflightRows(session, kind, items, signal);
    const counts = await ask("noteVerdicts", verdictsOf(kind, chunk.rows, results));
    if (signal.aborted) return false;
    if (counts) count(counts);
    setState({ at: "running", done: chunk.done });
    return true;
  };
  const run = async (): Promise<void> => {
    running.current?.abort();
    if (kind === "create") return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ at: "running", done: 0 });
    try {
      for (let goesOn = await step(true, signal); goesOn; ) goesOn = await step(false, signal);
      const rows = await ask("reviewRows", undefined);
      if (rows && !signal.aborted) setState({ at: "done", rows });
    } catch (error) {
      if (!signal.aborted) setState({ at: "failed", error });
    }
  };
  return {
    state,
    run,
    cancel: () => running.current?.abort(),
    /** Changes which rows are sent in spite of their verdict. */
    async choose(choice: { again: boolean; withFailing: boolean }): Promise<void> {
      const counts = await ask("choose", choice);
      if (counts) count(counts);
      const rows = await ask("reviewRows", undefined);
      if (rows) setState((now) => (now.at === "done" ? { at: "done", rows } : now));
    },
  };
}

function verdictsOf(
  kind: BatchKind,
  rows: UncheckedRows["rows"],
  results: readonly PreflightResult[],
): readonly RowVerdict[] {
  return rows.map(({ row, isFixed }, index) => {
    const result = results[index];
    if (!result) throw new Error("the service did not answer for every row");
    return { row, name: result.name, verdict: verdictOf(kind, result, isFixed) };
  });
}

function verdictOf(
  kind: BatchKind,
  { reason, duplicateOf, recent }: PreflightResult,
  isFixed: boolean,
): Verdict | null {
  const word = repeatedWord(kind);
  if (duplicateOf) {
    const text = `${word} ${dayText(duplicateOf.paidAt)}`;
    return { kind: "paid", text, batchId: duplicateOf.batchId, isFixed };
  }
  if (reason) return { kind: "failing", text: reason.message, batchId: null, isFixed };
  if (!recent) return null;
  const text = texts.sameAmountWordDay(word.toLowerCase(), dayText(recent.paidAt), RECENT_DAYS);
  return { kind: "recent", text, batchId: recent.batchId, isFixed: false };
}
