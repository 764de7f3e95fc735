import { codeLines, isTest, type Problem, readSources, report, type Source } from "./sources.ts";

const EXEMPT = /^service\/(clock\.ts|ids\.ts|testing\/|providers\/)/;
const FORBIDDEN = [
  { pattern: /\bDate\.now\(/, message: "Date.now(): take the time from ctx.clock" },
  { pattern: /\bnew Date\(\s*\)/, message: "new Date(): take the time from ctx.clock" },
  { pattern: /\brandomUUID\b|from "uuid"/, message: "IDs come from ctx.ids" },
  { pattern: /\bMath\.random\(/, message: "Math.random(): random is an argument" },
];

/** Finds code in the service that reads the clock or creates IDs directly: tests could not control it. */
export function findOwnClocks(sources: Source[]): Problem[] {
  return sources.filter(({ path }) => !EXEMPT.test(path) && !isTest(path)).flatMap(problemsOf);
}

function problemsOf({ path, text }: Source): Problem[] {
  return codeLines(text).flatMap(({ line, code }) =>
    FORBIDDEN.filter(({ pattern }) => pattern.test(code)).map(({ message }) => ({ path, line, message })),
  );
}

if (import.meta.main) {
  report(findOwnClocks(readSources(["service/**/*.ts"])), "Clock and IDs come through their files.");
}
