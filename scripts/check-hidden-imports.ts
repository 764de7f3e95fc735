import { codeLines, isTest, type Problem, readSources, report, type Source } from "./sources.ts";

/** `import("…")` where it is not a call that loads a module: then it stands in a type. */
const HIDDEN = /(?<!await |=> |return |\()\bimport\(\s*"/;

/** Finds imports that dependency-cruiser with swc does not see, so that a boundary cannot be crossed in a type. */
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
  report(findHiddenImports(sources), "Every import is in sight of the import rules.");
}
