import { codeLines, isTest, type Problem, readSources, report, type Source } from "./sources.ts";

/** `import("…")` in a type: after a colon, `typeof` or `as`, in a union or an argument, or as the type itself. */
const HIDDEN = /(?:[:|&<]\s*|\b(?:typeof|as|extends)\s+|\btype\b[^=]*=\s*)import\(\s*"/;

/** Finds imports that dependency-cruiser with swc does not see, so that a type cannot cross a boundary. */
export function findHiddenImports(sources: Source[]): Problem[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      codeLines(text)
        .filter(({ code }) => HIDDEN.test(code))
        .map(({ line }) => ({ path, line, message: "write `import type`: the import rules cannot see this one" })),
    );
}

if (import.meta.main) {
  const sources = readSources(["{app,components,contract,lib,service,bench,e2e}/**/*.{ts,tsx}"]);
  report(findHiddenImports(sources), "The import rules see every import.");
}
