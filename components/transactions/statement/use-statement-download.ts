"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { openStatement, type StatementScope } from "../../../lib/api/transactions.ts";
import { saveFile } from "../../layout/page/save-file.ts";
import { createRowCounter } from "./count-rows.ts";

/** `rows` is null for a PDF, whose bytes do not show them. */
export type Progress = { bytes: number; rows: number | null };
export type Download =
  | { at: "idle" }
  | ({ at: "running" | "done" | "cancelled" } & Progress)
  | { at: "failed"; error: unknown; isBrokenOff: boolean };

const FILE_TYPES = { csv: "text/csv", pdf: "application/pdf" };

/** How often the counts on the screen change. */
const SHOWN_EVERY_MS = 150;

/**
 * Downloads a statement as a stream, counts its rows, and saves it once it is complete, so that a lost connection leaves no partial
 * file. One at a time. Dashboard 2.5.
 */
export function useStatementDownload() {
  const session = useSession();
  const [download, setDownload] = useState<Download>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (scope: StatementScope, fileName: string) => {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      const progress: Progress = { bytes: 0, rows: scope.format === "csv" ? 0 : null };
      setDownload({ at: "running", ...progress });
      let isOpen = false;
      try {
        const stream = await openStatement(session, scope, controller.signal);
        isOpen = true;
        const parts = await readAll(stream, progress, () => setDownload({ at: "running", ...progress }));
        saveFile(new Blob(parts, { type: FILE_TYPES[scope.format] }), fileName);
        setDownload({ at: "done", ...progress });
      } catch (error) {
        if (controller.signal.aborted) setDownload({ at: "cancelled", ...progress });
        else setDownload({ at: "failed", error, isBrokenOff: isOpen });
      } finally {
        running.current = undefined;
      }
    },
    [session],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { download, start, cancel };
}

async function readAll(stream: ReadableStream<Uint8Array>, progress: Progress, onMove: () => void) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const count = createRowCounter();
  let shownAt = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    // Copied, because a Blob requires a chunk with its own buffer.
    parts.push(new Uint8Array(read.value));
    progress.bytes += read.value.byteLength;
    if (progress.rows !== null) progress.rows = count(read.value);
    if (performance.now() - shownAt < SHOWN_EVERY_MS) continue;
    shownAt = performance.now();
    onMove();
  }
  return parts;
}
