"use client";

import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { lagosDay } from "../../../lib/format/day.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "./save-file.ts";
import { texts } from "./texts.ts";

type Export = { at: "idle" } | { at: "running" | "done"; bytes: number } | { at: "failed"; text: string };

/** Opens the file as a stream; the signal cancels it. */
type OpenFile = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** Streams a CSV file and saves it as `name-day.csv` once it is complete. Dashboard 5.11. */
export function FileExport({ name, open, isBlocked = false }: { name: string; open: OpenFile; isBlocked?: boolean }) {
  const { state, start, cancel } = useFileExport(name, open);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-fg-2 text-xs tabular-nums empty:sr-only">
        {state.at === "running" && texts.kilobytesSoFar(kilobytes(state.bytes))}
        {state.at === "done" && texts.savedKilobytes(kilobytes(state.bytes))}
      </span>
      {state.at === "failed" && (
        <span role="alert" className="text-bad text-xs">
          {state.text}
        </span>
      )}
      {state.at === "running" ? (
        <Button icon={X} onClick={cancel}>
          {texts.cancelExport}
        </Button>
      ) : (
        <Button icon={Download} isBlocked={isBlocked} onClick={() => void start()}>
          {texts.exportCsv}
        </Button>
      )}
    </div>
  );
}

function useFileExport(name: string, open: OpenFile) {
  const [state, setState] = useState<Export>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ at: "running", bytes: 0 });
    try {
      const stream = await open(controller.signal);
      const file = await collect(stream, (bytes) => setState({ at: "running", bytes }));
      saveFile(file, `${name}-${lagosDay(Date.now())}.csv`);
      setState({ at: "done", bytes: file.size });
    } catch (error) {
      if (controller.signal.aborted) setState({ at: "idle" });
      else
        setState({
          at: "failed",
          text: error instanceof ServiceError ? error.message : texts.theConnectionBroke,
        });
    } finally {
      running.current = undefined;
    }
  };
  return { state, start, cancel: () => running.current?.abort() };
}

async function collect(stream: ReadableStream<Uint8Array>, onMove: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    // `Blob` needs a chunk with its own buffer.
    parts.push(new Uint8Array(read.value));
    bytes += read.value.byteLength;
    onMove(bytes);
  }
  return new Blob(parts, { type: "text/csv" });
}

function kilobytes(bytes: number): string {
  return texts.ceilKb(Math.ceil(bytes / 1_024).toLocaleString("en-NG"));
}
