import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Citable, headingNumbers, PAGES } from "./citations.ts";
import { type Problem, ROOT, report, type Source } from "./sources.ts";

const PAGE = "docs/find-your-way.md";
const RULES_MIN = 12;
const COLUMNS = 4;
const TEST_FILE = /\.(?:test|spec)\.tsx?$/;

type Known = { readme: string; pages: Citable["pages"]; has(path: string): boolean };
type Row = { line: number; cells: string[] };

/**
 * Finds rows of the page of rules that lead nowhere: a section without a heading in `docs/spec`, a file or test that does not exist, too
 * few rules, or no link from the README.
 */
export function findLostRules(page: Source, known: Known): Problem[] {
  const rows = tableRows(page.text);
  const problems = rows.flatMap(({ line, cells }) =>
    problemsOf(cells, known).map((message) => ({ path: page.path, line, message })),
  );
  if (rows.length < RULES_MIN) {
    problems.push({ path: page.path, line: 1, message: `has ${rows.length} rules, needs at least ${RULES_MIN}` });
  }
  if (!known.readme.includes(`](${page.path})`)) {
    problems.push({ path: "README.md", line: 1, message: `does not link ${page.path}` });
  }
  return problems;
}

/** The rows of the page's tables, without header and rule lines. */
function tableRows(text: string): Row[] {
  const lines = text.split("\n").map((content, index) => ({ line: index + 1, content }));
  const isRuleLine = (content = "") => /^\|[ :|-]+\|$/.test(content);
  return lines
    .filter(
      ({ content }, index) => content.startsWith("|") && !isRuleLine(content) && !isRuleLine(lines[index + 1]?.content),
    )
    .map(({ line, content }) => ({
      line,
      cells: content
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    }));
}

function problemsOf(cells: string[], known: Known): string[] {
  const [, section = "", file = "", test = ""] = cells;
  if (cells.length !== COLUMNS) return [`has ${cells.length} columns, needs ${COLUMNS}`];
  return [
    ...(hasHeading(section, known.pages) ? [] : [`no such section: ${section}`]),
    ...pathProblems(file, known, (path) => !TEST_FILE.test(path)),
    ...pathProblems(test, known, (path) => TEST_FILE.test(path)),
  ];
}

function hasHeading(section: string, pages: Citable["pages"]): boolean {
  const [, page = "", number = ""] = /^(\w+) (\d+(?:\.\d+)*)$/.exec(section) ?? [];
  return pages[page.toLowerCase()]?.includes(number) ?? false;
}

function pathProblems(cell: string, { has }: Known, isExpected: (path: string) => boolean): string[] {
  const [, path = ""] = /^`([^`]+)`$/.exec(cell) ?? [];
  if (!isExpected(path)) return [`wrong kind of file: ${cell}`];
  return has(path) ? [] : [`path does not exist: ${cell}`];
}

function readRepository(): Known {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
  const pages = Object.entries(PAGES).map(
    ([name, file]) => [name, headingNumbers(read(`docs/spec/${file}.md`))] as const,
  );
  return {
    readme: read("README.md"),
    pages: Object.fromEntries(pages),
    has: (path) => path !== "" && existsSync(join(ROOT, path)),
  };
}

if (import.meta.main) {
  const page = { path: PAGE, text: readFileSync(join(ROOT, PAGE), "utf8") };
  report(findLostRules(page, readRepository()), "Every rule on the page leads to its section, file and test.");
}
