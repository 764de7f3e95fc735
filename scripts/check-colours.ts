import { codeLines, type Problem, readSources, report, type Source } from "./sources.ts";

/** The only file that defines colours. All other files use its variables through `tailwind.config.ts`. */
const TOKENS = "app/globals.css";
const PALETTE =
  "slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose";
const RAW = [
  { pattern: /(?<![&\w])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/i, message: "raw colour: use a token" },
  { pattern: /\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(/, message: "raw colour: use a token" },
  { pattern: new RegExp(`-(?:(?:${PALETTE})-\\d{2,3}|black|white)\\b`), message: "palette colour: use a token" },
];

/** Finds literal colours in pages and components: they would not follow dark mode or the contrast tests. */
export function findRawColours(sources: Source[]): Problem[] {
  return sources
    .filter(({ path }) => path !== TOKENS)
    .flatMap(({ path, text }) =>
      codeLines(text).flatMap(({ line, code }) =>
        RAW.filter(({ pattern }) => pattern.test(code)).map(({ message }) => ({ path, line, message })),
      ),
    );
}

if (import.meta.main) {
  report(findRawColours(readSources(["{app,components}/**/*.{ts,tsx,css}"])), "Colours come from the tokens.");
}
