import type { CallName, ImportCalls, Progress, Told } from "./worker-messages.ts";

/** What went wrong in the worker, in words for the person. */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
}

/** The worker's table of calls as the page sees it: each answers later. */
export type ImportClient = {
  ask<Name extends CallName>(
    call: Name,
    input: Parameters<ImportCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<ImportCalls[Name]>>>;
  /** Ends the worker with all that it holds; whoever waits for an answer waits no more. */
  close(): void;
};

type Waiting = { resolve: (result: never) => void; reject: (error: ImportProblem) => void };

/** Starts a worker for one import. Everything about a file stays in the worker; only what is shown comes here. */
export function createImportClient(onProgress: (progress: Progress) => void): ImportClient {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module", name: "import" });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let hasFailed = false;
  worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    if ("progress" in data) return onProgress(data.progress);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) asked?.reject(new ImportProblem(data.error));
    else asked?.resolve(data.result as never);
  });
  const failure = () => new ImportProblem("This page could not start its check.");
  worker.addEventListener("error", () => {
    hasFailed = true;
    for (const { reject } of waiting.values()) reject(failure());
    waiting.clear();
  });
  return {
    ask(call, input) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        if (hasFailed) return reject(failure());
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, call, input });
      });
    },
    close() {
      worker.terminate();
      waiting.clear();
    },
  };
}
