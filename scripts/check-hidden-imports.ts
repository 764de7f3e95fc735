import { codeLines, type Problem, readSources, report, type Source } from "./sources.ts";

const HIDDEN = [
  {
    pattern: /(?<!await |=> |return |dynamic\(|\()import\(\s*"/,
    message: 'write `import type`: the import rules cannot see import("…") in a type',
  },
  { pattern: /\brequire\(\s*["']/, message: "write `import`: the import rules read ES modules" },
];

/** Finds imports in a form that the import rules do not see. */
export function findHiddenImports(sources: Source[]): Problem[] {
  return sources.flatMap(({ path, text }) =>
    codeLines(text).flatMap(({ line, code }) =>
      HIDDEN.filter(({ pattern }) => pattern.test(code)).map(({ message }) => ({ path, line, message })),
    ),
  );
}

if (import.meta.main) {
  const folders = "{app,components,contract,lib,service,bench,e2e,scripts}";
  const sources = readSources([`${folders}/**/*.{ts,tsx}`]).filter(({ path }) => !path.startsWith("scripts/check-"));
  report(findHiddenImports(sources), "Every import is in sight of the import rules.");
}
