import { globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** A text of the repository; `path` is relative to its root, with forward slashes. */
export type Source = { path: string; text: string };
export type Problem = { path: string; line: number; message: string };

export const ROOT = dirname(import.meta.dirname);

/** Reads every file of the repository that matches one of `patterns`, in a stable order. */
export function readSources(patterns: string[], root: string = ROOT): Source[] {
  const exclude = (path: string) => path === "node_modules" || path === ".next";
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }));
  return [...new Set(paths.map((path) => path.split(sep).join("/")))]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Lines of code with their numbers; lines that are only a comment are left out. */
export function codeLines(text: string): { line: number; code: string }[] {
  return text
    .split("\n")
    .map((code, index) => ({ line: index + 1, code }))
    .filter(({ code }) => !/^\s*(\/\/|\/?\*)/.test(code));
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Prints what was found and sets the exit code; prints `done` if there is nothing. */
export function report(problems: Problem[], done: string): void {
  for (const { path, line, message } of problems) console.error(`${path}:${line}  ${message}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(done);
}
