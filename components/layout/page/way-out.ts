import { texts } from "./texts.ts";

/** What an error page says and offers. Rendering again cannot repair code that did not load; a reload does. */
export function wayOut(error: Error, reset: () => void): { text: string; label: string; run: () => void } {
  // The name that the bundler gives.
  if (error.name !== "ChunkLoadError") return { text: texts.nothingWasChangedIf, label: texts.tryAgain, run: reset };
  return { text: texts.aPartOfThisPage, label: texts.reload, run: () => window.location.reload() };
}
