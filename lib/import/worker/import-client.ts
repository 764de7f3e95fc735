import { texts } from "./texts.ts";
import type { CallName, ImportCalls, Progress, WorkerMessage } from "./worker-messages.ts";

/** A call failed. `message` is a sentence for the user. */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
}

/** The worker's calls, asynchronous. */
export type ImportClient = {
  call<Name extends CallName>(
    call: Name,
    input: Parameters<ImportCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<ImportCalls[Name]>>>;
  /** Terminates the worker. Open calls never settle. */
  close(): void;
};

type Pending = { resolve: (result: never) => void; reject: (error: ImportProblem) => void };

/** Starts a worker for one import. The file stays in the worker; only displayed data reaches the page. */
export function createImportClient(onProgress: (progress: Progress) => void): ImportClient {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module", name: "import" });
  const pending = new Map<number, Pending>();
  let last = 0;
  let hasFailed = false;
  worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    if ("progress" in data) return onProgress(data.progress);
    const request = pending.get(data.id);
    pending.delete(data.id);
    if ("error" in data) request?.reject(new ImportProblem(data.error));
    else request?.resolve(data.result as never);
  });
  const failure = () => new ImportProblem(texts.thisPageCouldNotStart);
  worker.addEventListener("error", () => {
    hasFailed = true;
    for (const { reject } of pending.values()) reject(failure());
    pending.clear();
  });
  return {
    call(call, input) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        if (hasFailed) return reject(failure());
        pending.set(id, { resolve, reject });
        worker.postMessage({ id, call, input });
      });
    },
    close() {
      worker.terminate();
      pending.clear();
    },
  };
}
