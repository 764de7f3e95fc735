import { proseOf } from "./comment-text.ts";
import type { Problem, Source } from "./sources.ts";

/** Numbers of the headings of each specification page, by the page's name in citations, and of all decisions. */
export type Citable = { pages: Record<string, readonly string[]>; decisions: readonly string[] };

/** Page names in citations, and their files in `docs/spec`. */
export const PAGES: Record<string, string> = {
  spec: "specification",
  api: "api",
  wire: "wire",
  ledger: "ledger",
  webhooks: "webhooks",
  dashboard: "dashboard",
  rails: "rails",
  cards: "cards",
};

// One line break may stand inside a citation.
const GAP = "(?:[ \\t]+|[ \\t]*\\n[ \\t]*)";
const NUMBER = "\\d+(?:\\.\\d+)*";
const BETWEEN = `(?:,${GAP}(?:and${GAP})?|${GAP}(?:and|or|to)${GAP}|\\s?–\\s?)`;
// Not a quantity such as "ledger 2,500", "dashboard 50%" or "api 3x".
const END = "(?![\\w%]|[.,]\\d|-\\d)";
const SECTIONS = new RegExp(
  `\\b(${Object.keys(PAGES).join("|")}),?${GAP}(${NUMBER}${END}(?:${BETWEEN}${NUMBER}${END})*)`,
  "gi",
);
const DECISIONS = new RegExp(`\\bdecisions?${GAP}(\\d+(?:${BETWEEN}\\d+)*)`, "gi");
const SHORT_DECISION = /\((0\d{3})\)/g;

const DOCUMENTS = "design|house|stack|specification|spec|brief|document|mock-?ups?";
const OUTSIDE: readonly RegExp[] = [
  new RegExp(`\\b(?:house|stack|screens|security|wire${GAP}facts|issue)${GAP}#?§?${NUMBER}${END}`, "gi"),
  new RegExp(`\\b(?:house|stack|wire${GAP}facts|design)${GAP}pages?\\b`, "gi"),
  // "page 2" is pagination in running text; it is a citation where it stands alone, has a section, or is of a document.
  new RegExp(`(?:(?:^|\\.)[ \\t]+P|^P|\\(p|\\b[Ss]ee${GAP}p)ages?${GAP}${NUMBER}(?=[.,;:)]|$)`, "gm"),
  new RegExp(`\\bpages?${GAP}(?:\\d+\\.\\d+|\\d+${GAP}of${GAP}(?:the${GAP})?(?:${DOCUMENTS})\\b)`, "gi"),
  /§/g,
  /(?<![\w/.-])(?:design|shared)\/[\w.*-]*/g,
  /\b(?:spec|api|wire-facts|dashboard|webhooks|ledger|house|stack|rails|screens|security|words)\.md\b(?![)#])/g,
];

/** Citations that resolve to no heading or decision, and references to anything outside the repository, in the prose of `sources`. */
export function findBadCitations(sources: readonly Source[], citable: Citable): Problem[] {
  return sources.flatMap((source) =>
    citationsOf(withSourceFields(source))
      .flatMap(({ at, text, parts }) =>
        parts.filter((part) => !resolves(part, citable)).map((part) => ({ at, message: messageOf(text, part) })),
      )
      .sort((one, other) => one.at - other.at)
      .map(({ at, message }) => ({ path: source.path, line: lineAt(source.text, at), message })),
  );
}

type Part = { page: string; number: string };
type Citation = { at: number; text: string; parts: Part[] };

/** Every citation in a text, resolvable or not. */
export function citationsOf(text: string): Citation[] {
  const numbersIn = (list = "") => list.match(/\d+(?:\.\d+)*/g) ?? [];
  const found = (pattern: RegExp, partsOf: (match: RegExpMatchArray) => Part[]): Citation[] =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0], parts: partsOf(match) }));
  return [
    ...found(SECTIONS, ([, page = "", list]) =>
      numbersIn(list).map((number) => ({ page: page.toLowerCase(), number })),
    ),
    ...found(DECISIONS, ([, list]) => numbersIn(list).map((number) => ({ page: "decision", number }))),
    ...found(SHORT_DECISION, ([, number = ""]) => [{ page: "decision", number }]),
    ...OUTSIDE.flatMap((pattern) => found(pattern, () => [{ page: "", number: "" }])),
  ];
}

const REPOSITORY_PATH = /(?<![\w/.@-])(?:app|bench|components|contract|docs|e2e|lib|scripts|service)\/[\w./-]+\.\w+/g;

/** What a text for callers of the API must not contain: citations of documents of this repository, and paths of its files. */
export function internalReferences(text: string): string[] {
  return [...citationsOf(text).map((citation) => citation.text.trim()), ...(text.match(REPOSITORY_PATH) ?? [])];
}

/** The prose of a source, with the contract's `source: "…"` fields, which cite as comments do. */
function withSourceFields(source: Source): string {
  const prose = proseOf(source);
  if (!source.path.startsWith("contract/")) return prose;
  let joined = prose;
  for (const { index, 0: field } of source.text.matchAll(/^\s*source: "[^"\n]*"/gm)) {
    joined = joined.slice(0, index) + field + joined.slice(index + field.length);
  }
  return joined;
}

function resolves({ page, number }: Part, { pages, decisions }: Citable): boolean {
  if (page === "decision") return decisions.includes(number);
  return pages[page]?.includes(number) ?? false;
}

function messageOf(text: string, { page, number }: Part): string {
  const cited = text.replace(/\s+/g, " ").trim();
  if (page === "") return `cites something outside the repository: ${cited}`;
  if (page === "decision") return `no such decision: ${number} (a file of docs/decisions begins with its four digits)`;
  return `no heading ${number} in docs/spec/${PAGES[page]}.md: ${cited}`;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The numbers of the numbered headings of a page: `## 4 Endpoints`, `### 4.18 Transfer`. */
export function headingNumbers(markdown: string): string[] {
  return [...markdown.matchAll(/^#{2,6} (\d+(?:\.\d+)*)\.?(?= )/gm)].map(([, number = ""]) => number);
}
