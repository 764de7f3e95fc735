"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type BatchKind, openBatchRows } from "../../../lib/api/batches.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Unit } from "../../../lib/import/rows/columns.ts";
import { texts } from "./texts.ts";
import type { SelectedFile } from "./use-import.ts";

/** Opens a batch's rejected rows as if they were a selected file. Their amounts are in kobo, as the service wrote them. */
export function useRejectedRows(
  /** Null where there are none to fix. */
  kind: BatchKind | null,
  from: string | null,
  choose: (file: SelectedFile, known: { unit?: Unit }) => Promise<void>,
) {
  const session = useSession();
  const [over, setOver] = useState<{ from: string; problem: string | null } | null>(null);
  const isLoading = kind !== null && from !== null && over?.from !== from;
  const open = useEffectEvent(async (of: BatchKind, batchId: string, signal: AbortSignal) => {
    let problem: string | null = null;
    try {
      const rows = await openBatchRows(session, { kind: of, batchId, end: "bad" }, signal);
      const content = await new Response(rows).blob();
      if (!signal.aborted) await choose({ content, name: texts.rejectedRowsCsv }, { unit: "kobo" });
    } catch (error) {
      problem = error instanceof ServiceError ? error.message : texts.theLineWasCut2;
    }
    if (!signal.aborted) setOver({ from: batchId, problem });
  });
  useEffect(() => {
    if (!isLoading) return;
    const controller = new AbortController();
    void open(kind, from, controller.signal);
    return () => controller.abort();
  }, [kind, from, isLoading]);
  return { problem: isLoading ? null : (over?.problem ?? null), isLoading, retry: () => setOver(null) };
}
