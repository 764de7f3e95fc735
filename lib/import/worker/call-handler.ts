import { FileProblem } from "../csv/file-problem.ts";
import { createImport } from "./import-calls.ts";
import { texts } from "./texts.ts";
import type { WorkerCall, WorkerMessage } from "./worker-messages.ts";

/** Runs one call after the other and posts results and progress: the worker without its message transport. */
export function createCallHandler(post: (message: WorkerMessage) => void): (call: WorkerCall) => Promise<void> {
  const calls = createImport((progress) => post({ progress }));
  return async ({ id, call, input }) => {
    try {
      // The client types each input; messages are untyped.
      const run = calls[call] as (input: unknown) => unknown;
      post({ id, result: await run(input) });
    } catch (error) {
      post({ id, error: textOf(error) });
    }
  };
}

function textOf(error: unknown): string {
  if (isUnreadable(error)) return texts.theFileHasChanged;
  return error instanceof FileProblem ? error.message : texts.thisPageCouldNot;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError");
}
