import { codeLines, isTest, type Problem, readSources, report, type Source } from "./sources.ts";

// Class 22 has numbers that are no SQLSTATEs in this code base, so only its lettered codes are found.
const SQLSTATE = /["'](?:(?:08|23|25|28|40|42|53|55|57|58)[0-9A-Z]{3}|22P\d\d)["']/;
const PREFIX = /\bcode\??\.startsWith\(["'](?:\d\d|57P)["']\)/;

/** Finds decisions on SQLSTATEs outside `service/db`: they belong in `service/db/sql-errors.ts`. */
export function findSqlStates(sources: Source[]): Problem[] {
  return sources
    .filter(({ path }) => !path.startsWith("service/db/") && !isTest(path))
    .flatMap(({ path, text }) =>
      codeLines(text)
        .filter(({ code }) => SQLSTATE.test(code) || PREFIX.test(code))
        .map(({ line }) => ({ path, line, message: "a SQLSTATE: add a function to service/db/sql-errors.ts" })),
    );
}

if (import.meta.main) {
  report(findSqlStates(readSources(["{app,components,contract,lib,service}/**/*.{ts,tsx}"])), "SQLSTATEs stay in db.");
}
