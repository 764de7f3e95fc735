import type { Source } from "./sources.ts";

/**
 * The prose of a source: comments, or a Markdown file outside its fences. Everything else, comment marks included, is replaced by spaces, so that offsets
 * and lines stay those of the source.
 */
export function proseOf({ path, text }: Source): string {
  if (path.endsWith(".md")) return maskFences(text);
  if (path.endsWith(".sql")) return keepSpans(text, spansOfSql(text));
  if (path.endsWith(".css")) return keepSpans(text, matches(text, /\/\*[\s\S]*?\*\//g));
  if (/\.[cm]?[jt]sx?$/.test(path)) return keepSpans(text, spansOfScript(text));
  return keepSpans(text, matches(text, /(?<=^|\s)#.*$/gm));
}

type Span = { from: number; to: number };

const COMMENT_MARKS = /^(?:[ \t]*(?:\/\/+|\/\*+|\*+(?!\/)|--+|#+(?=\s)))|\*\/|^[ \t]*#!.*/gm;

function keepSpans(text: string, spans: readonly Span[]): string {
  let masked = "";
  let at = 0;
  for (const { from, to } of spans) {
    masked += blank(text.slice(at, from));
    masked += text.slice(from, to).replace(COMMENT_MARKS, blank);
    at = to;
  }
  return masked + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function maskFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, blank);
}

function matches(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((found) => ({ from: found.index, to: found.index + found[0].length }));
}

function spansOfSql(text: string): Span[] {
  return matches(text, /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g).filter(({ from }) => text[from] !== "'");
}

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//y;
const STRING = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y;
const REGEX = /\/(?![*/>])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

/**
 * Comments of TypeScript and JavaScript. A string ends with its line, which also recovers after an apostrophe in JSX text. A slash starts a regular
 * expression where no value precedes it and the expression ends on the same line.
 */
function spansOfScript(text: string): Span[] {
  const spans: Span[] = [];
  const placeholders: number[] = [];
  let braces = 0;
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const skipTemplate = (): void => {
    at += 1;
    skip(TEMPLATE_TEXT);
    if (text.startsWith("${", at)) {
      placeholders.push(braces);
      at += 2;
    } else at += 1;
  };
  const step = (): void => {
    if (text[at] === "{") braces += 1;
    if (text[at] === "}") braces -= 1;
    at += 1;
  };
  const endsPlaceholder = (): boolean => text[at] === "}" && placeholders.at(-1) === braces;
  while (at < text.length) {
    const from = at;
    if (skip(COMMENT)) spans.push({ from, to: at });
    else if (text[at] === "`") skipTemplate();
    else if (endsPlaceholder()) {
      placeholders.pop();
      skipTemplate();
    } else if (!skip(STRING) && !(mayStartRegex(text, at) && skip(REGEX))) step();
  }
  return spans;
}

function mayStartRegex(text: string, at: number): boolean {
  if (text[at] !== "/") return false;
  return /(?:^|[(,=:[!&|?{};+\-*%~^\n]|\b(?:return|typeof|case))[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));
}
