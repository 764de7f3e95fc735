"use client";

import { useCallback, useEffect, useRef } from "react";
import { createImportClient, type ImportClient, ImportProblem } from "../../../lib/import/worker/import-client.ts";
import type { CallName, ImportCalls, Progress } from "../../../lib/import/worker/worker-messages.ts";
import { texts } from "./texts.ts";

type Answer<Name extends CallName> = Awaited<ReturnType<ImportCalls[Name]>>;

/** Calls the worker. On failure `onProblem` gets the message and the result is `undefined`. */
export type AskWorker = <Name extends CallName>(
  call: Name,
  input: Parameters<ImportCalls[Name]>[0],
) => Promise<Answer<Name> | undefined>;

type Listeners = { onProgress: (progress: Progress) => void; onProblem: (text: string) => void };

/** The wizard's worker. It starts before a file is chosen, as loading its code takes longer than reading the first rows. */
export function useImportWorker({ onProgress, onProblem }: Listeners) {
  const client = useRef<ImportClient>(undefined);
  const isUsed = useRef(false);
  const latest = useRef(onProgress);
  latest.current = onProgress;

  const startAnew = useCallback((): void => {
    client.current?.close();
    client.current = createImportClient((progress) => latest.current(progress));
    isUsed.current = false;
  }, []);
  useEffect(() => {
    startAnew();
    return () => client.current?.close();
  }, [startAnew]);

  const ask = useCallback<AskWorker>(
    async <Name extends CallName>(
      call: Name,
      input: Parameters<ImportCalls[Name]>[0],
    ): Promise<Answer<Name> | undefined> => {
      const own = client.current;
      try {
        return await own?.call(call, input);
      } catch (error) {
        if (own === client.current) onProblem(textOf(error));
        return undefined;
      }
    },
    [onProblem],
  );
  return {
    ask,
    startAnew,
    /** A worker handles one file, so a used one is replaced. */
    startUnused(): void {
      if (isUsed.current) startAnew();
      isUsed.current = true;
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof ImportProblem ? error.message : texts.thisPageCouldNotWork;
}
