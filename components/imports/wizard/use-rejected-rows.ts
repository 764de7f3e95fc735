"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { type BatchKind, openBatchRows } from "../../../lib/api/batches.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Unit } from "../../../lib/import/columns.ts";
import type { ChosenFile } from "./use-import.ts";

/** Opens the rejected rows of a batch as if they had been chosen as a file. Their amounts are in kobo: the service wrote them. */
export function useRejectedRows(
  kind: BatchKind,
  from: string | null,
  choose: (file: ChosenFile, known: { unit?: Unit }) => Promise<void>,
) {
  const session = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(from !== null);
  const [turn, setTurn] = useState(0);
  const open = useEffectEvent(async (batchId: string, signal: AbortSignal) => {
    try {
      const rows = await openBatchRows(session, { kind, batchId, end: "bad" }, signal);
      const content = await new Response(rows).blob();
      if (!signal.aborted) await choose({ content, name: "rejected rows.csv" }, { unit: "kobo" });
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error instanceof ServiceError ? error.message : "The line was cut.");
    } finally {
      if (!signal.aborted) setIsLoading(false);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn fetches them again.
  useEffect(() => {
    if (from === null) return;
    const controller = new AbortController();
    void open(from, controller.signal);
    return () => controller.abort();
  }, [from, turn]);
  const retry = () => {
    setProblem(null);
    setIsLoading(true);
    setTurn(turn + 1);
  };
  return { problem, isLoading, retry };
}
