"use client";

import { useEffect, useRef, useState } from "react";
import { type AnyBatch, openBatchRows, type RowResult } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { saveFile } from "../../layout/page/save-file.ts";

export type RowsDownload = { at: "idle" | "running" } | { at: "failed"; error: unknown };

/** Downloads a batch's rows as a file and saves it once it is complete. One at a time. */
export function useRowsDownload({ kind, batchId }: Pick<AnyBatch, "kind" | "batchId">) {
  const session = useSession();
  const [download, setDownload] = useState<RowsDownload>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (end: RowResult) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setDownload({ at: "running" });
    try {
      const stream = await openBatchRows(session, { kind, batchId, end }, controller.signal);
      saveFile(await new Response(stream).blob(), `${kind}-${batchId.slice(-8)}-${end === "bad" ? "to-fix" : end}.csv`);
      setDownload({ at: "idle" });
    } catch (error) {
      if (!controller.signal.aborted) setDownload({ at: "failed", error });
    } finally {
      running.current = undefined;
    }
  };
  return { download, start };
}
