import { FileProblem } from "./file-problem.ts";
import { createImport } from "./import-calls.ts";
import type { Ask, Told } from "./worker-messages.ts";

/** Answers one question after the other, and tells progress between them: the worker, apart from how messages come and go. */
export function createImportDesk(tell: (message: Told) => void): (ask: Ask) => Promise<void> {
  const calls = createImport((progress) => tell({ progress }));
  return async ({ id, call, input }) => {
    try {
      // The page's side of the same table types each input; a message carries none.
      const run = calls[call] as (input: unknown) => unknown;
      tell({ id, result: await run(input) });
    } catch (error) {
      tell({ id, error: textOf(error) });
    }
  };
}

function textOf(error: unknown): string {
  if (isGone(error)) return "The file has changed or is gone since it was chosen. Choose it again.";
  return error instanceof FileProblem ? error.message : "This page could not work on the file. Choose it again.";
}

function isGone(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError");
}
