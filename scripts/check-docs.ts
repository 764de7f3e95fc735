import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Citable, findBadCitations, headingNumbers, PAGES } from "./citations.ts";
import { proseOf } from "./comment-text.ts";
import { type Problem, ROOT, readSources, report, type Source } from "./sources.ts";

/** What a document may be checked against: which paths exist, what a document says, which npm scripts there are. */
export type Repository = { has(path: string): boolean; read(path: string): string; npmScripts: string[] };

const TOP = "app|components|contract|lib|service|e2e|bench|scripts|docs|public|\\.ci";
const PATH_IN_TEXT = new RegExp(`^(?:${TOP})/[\\w./{},()\\[\\]*-]+$`);

/** Finds links that lead nowhere, and paths and npm scripts that are named but do not exist. */
export function findStaleDocs(documents: Source[], repository: Repository): Problem[] {
  return documents.flatMap((document) =>
    linesOutsideCode(document.text).flatMap(({ line, text }) =>
      [
        ...staleLinks(document, text, repository),
        ...stalePaths(text, repository),
        ...staleScripts(text, repository),
      ].map((message) => ({ path: document.path, line, message })),
    ),
  );
}

function staleLinks(document: Source, text: string, repository: Repository): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((found) => found[1] ?? "")
    .filter((target) => !/^[a-z]+:/.test(target) && !resolves(document, target, repository))
    .map((target) => `link leads nowhere: ${target}`);
}

function resolves(document: Source, target: string, repository: Repository): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? document.path : posix.normalize(posix.join(posix.dirname(document.path), file));
  if (!repository.has(path)) return false;
  return anchor === undefined || headings(repository.read(path)).includes(anchor);
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((found) =>
    (found[1] ?? "")
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

function stalePaths(text: string, repository: Repository): string[] {
  return [...text.matchAll(/`([^`]+)`/g)]
    .map((found) => found[1] ?? "")
    .filter((path) => PATH_IN_TEXT.test(path))
    .flatMap(expandBraces)
    .filter((path) => !repository.has(path))
    .map((path) => `path does not exist: ${path}`);
}

/** `a/{b,c}.ts` names two paths. */
function expandBraces(path: string): string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!found) return [path];
  const [, before = "", choices = "", after = ""] = found;
  return choices.split(",").flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}

const PATH_IN_COMMENT = new RegExp(
  `(?<![\\w/.@-])(?:${TOP})/[\\w./{},()\\[\\]*-]+\\.(?:[cm]?[jt]sx?|css|json|md|sql)\\b`,
  "g",
);

/** Finds paths of the repository that a comment names and that do not exist. */
export function findStalePaths(sources: Source[], repository: Repository): Problem[] {
  return sources.flatMap((source) =>
    proseOf(source)
      .split("\n")
      .flatMap((text, index) =>
        [...text.matchAll(PATH_IN_COMMENT)]
          .flatMap(([path]) => expandBraces(path))
          .filter((path) => !repository.has(path))
          .map((path) => ({ path: source.path, line: index + 1, message: `path does not exist: ${path}` })),
      ),
  );
}

function staleScripts(text: string, repository: Repository): string[] {
  return [...text.matchAll(/\bnpm (?:run )?([a-z]+(?:-[a-z]+)*)/g)]
    .filter((found) => found[0].startsWith("npm run ") || ["start", "test"].includes(found[1] ?? ""))
    .map((found) => found[1] ?? "")
    .filter((name) => !repository.npmScripts.includes(name))
    .map((name) => `npm script does not exist: ${name}`);
}

/** Fenced blocks show examples, trees and output: they are not checked. */
function linesOutsideCode(text: string): { line: number; text: string }[] {
  let fenced = false;
  return text.split("\n").flatMap((content, index) => {
    if (content.startsWith("```")) {
      fenced = !fenced;
      return [];
    }
    return fenced ? [] : [{ line: index + 1, text: content }];
  });
}

function repositoryOnDisk(): Repository {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
  return {
    has: (path) => existsSync(join(ROOT, path)) || (path.includes("*") && globSync(path, { cwd: ROOT }).length > 0),
    read: (path) => readFileSync(join(ROOT, path), "utf8"),
    npmScripts: Object.keys(manifest.scripts),
  };
}

function citableOnDisk(): Citable {
  const pages = Object.entries(PAGES).map(([name, file]) => {
    const path = join(ROOT, "docs/spec", `${file}.md`);
    return [name, existsSync(path) ? headingNumbers(readFileSync(path, "utf8")) : []] as const;
  });
  const decisions = readdirSync(join(ROOT, "docs/decisions")).map((file) => file.slice(0, 4));
  return { pages: Object.fromEntries(pages), decisions };
}

if (import.meta.main) {
  const documents = readSources(["*.md", "docs/**/*.md"]);
  const sources = readSources([
    "*.{ts,mjs,cjs,css}",
    ".dependency-cruiser.cjs",
    ".ci/*",
    "{app,bench,components,contract,e2e,lib,scripts,service}/**/*.{ts,tsx,mjs,cjs,css,sql,sh}",
  ]);
  const repository = repositoryOnDisk();
  const problems = [
    ...findStaleDocs(documents, repository),
    ...findStalePaths(sources, repository),
    ...findBadCitations([...documents, ...sources], citableOnDisk()),
  ];
  report(problems, `${documents.length} documents and ${sources.length} sources name only what exists.`);
}
