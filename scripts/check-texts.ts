import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParserOptions, parseSync } from "oxc-parser";
import { describeTexts, listTexts } from "./list-texts.ts";
import { isTest, type Problem, ROOT, readSources, report, type Source } from "./sources.ts";

const PAGE = "docs/texts.md";
const MESSAGE = "a text outside a catalogue: move it to texts.ts of the folder";
/** Attributes whose value a person reads. */
const READ =
  /^(title|label|placeholder|hint|caption|alt|description|legend|note|lost|lostTitle|problemTitle|what|aria-label)$/;
const LETTERS = /\p{L}{2}/u;
/** Names that are the same in every language: headers, addresses, abbreviations. */
const NAME = /^(x-[\w-]+|https?:\S*|\p{Lu}{3,4})$/u;
const SENTENCE = /^\p{Lu}\S*\s+\p{L}+.*[.?!…]$/u;

type Node = { type: string; start: number; [key: string]: unknown };

/** Finds texts in the markup of components and pages, and whole sentences in their code. */
export function findStrayTexts(sources: Source[]): Problem[] {
  const isRead = (path: string) => !isTest(path) && !/\/(texts|testing)\.ts$|^components\/testing\//.test(path);
  return sources.filter(({ path }) => isRead(path)).flatMap(strayTextsOf);
}

function strayTextsOf({ path, text }: Source): Problem[] {
  const options: ParserOptions = { sourceType: "module" };
  const problems: Problem[] = [];
  walk(parseSync(path, text, options).program as unknown as Node, (node) => {
    if (isStray(node)) problems.push({ path, line: text.slice(0, node.start).split("\n").length, message: MESSAGE });
    return !isForDevelopers(node);
  });
  return problems;
}

function isStray(node: Node): boolean {
  if (node.type === "JSXText") return LETTERS.test(String(node.value));
  if (node.type === "Literal") return typeof node.value === "string" && SENTENCE.test(node.value);
  if (node.type !== "JSXAttribute") return false;
  const { name, value } = node as unknown as { name: { name: unknown }; value: Node | null };
  return READ.test(String(name.name)) && value?.type === "Literal" && isText(String(value.value));
}

function isText(value: string): boolean {
  return LETTERS.test(value) && !NAME.test(value);
}

/** An error that says which rule of the code was broken is read by developers only. */
function isForDevelopers(node: Node): boolean {
  return node.type === "NewExpression" && /^(Type|Range)?Error$/.test(String((node.callee as Node).name));
}

function walk(node: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  if (!isNode(node) || !visit(node)) return;
  for (const value of Object.values(node)) if (typeof value === "object") walk(value, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

if (import.meta.main) {
  const page = existsSync(join(ROOT, PAGE)) ? readFileSync(join(ROOT, PAGE), "utf8") : "";
  const isOld = page !== describeTexts(await listTexts());
  report(
    [
      ...findStrayTexts(readSources(["{app,components}/**/*.tsx", "components/**/*.ts"])),
      ...(isOld ? [{ path: PAGE, line: 1, message: "is not what the catalogues say: npm run texts" }] : []),
    ],
    "Texts are in their catalogues.",
  );
}
