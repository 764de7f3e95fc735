import type { Endpoint } from "../../../contract/endpoint.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { Failure } from "../../domain/failure.ts";
import { BASE_PATH } from "../bind.ts";

type KnownPath = { path: string; methods: string[]; pattern: RegExp };

/**
 * Explains an unmatched request: 405 with `Allow` if the path exists for another method, otherwise 404 with the closest path.
 * Api 1, wire 6.8.
 */
export function createUnknownPathFailure(
  endpoints: readonly Endpoint[],
  otherPaths: readonly string[],
): (request: { url: string; method: string }) => Failure {
  const known = knownPaths(endpoints, otherPaths);
  return ({ url, method }) => {
    const path = url.split("?", 1)[0] ?? url;
    const match = known.find((one) => one.pattern.test(path));
    if (!match) return notFound(path, known);
    const allow = match.methods.join(", ");
    return new Failure("method_not_allowed", {
      message: requestTexts.methodNotAllowed(match.path, allow, method),
      headers: { allow },
    });
  };
}

function knownPaths(endpoints: readonly Endpoint[], otherPaths: readonly string[]): KnownPath[] {
  const methods = new Map<string, Set<string>>(otherPaths.map((path) => [path, new Set(["GET", "HEAD"])]));
  for (const endpoint of endpoints) {
    const path = BASE_PATH + (endpoint.path === "/" ? "" : endpoint.path);
    const known = methods.get(path) ?? new Set();
    known.add(endpoint.method);
    if (endpoint.method === "GET") known.add("HEAD");
    methods.set(path, known);
  }
  // Prefer a literal path to one with a parameter.
  return [...methods]
    .map(([path, set]) => ({ path, methods: [...set].sort(), pattern: patternOf(path) }))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
}

function notFound(path: string, known: readonly KnownPath[]): Failure {
  const closest = closestPath(
    path,
    known.map((one) => one.path),
  );
  if (!closest) return new Failure("not_found", { message: requestTexts.unknownPath(BASE_PATH) });
  return new Failure("not_found", { message: requestTexts.closestPath(closest) });
}

const LONGEST = 200;

/**
 * The known path with the smallest edit distance, if that is small for its length and each step is a misspelling of the known one:
 * `/cards/balance` is another noun than `/wallet/balance`. Wire 6.8.
 */
export function closestPath(path: string, known: readonly string[]): string | undefined {
  if (path.length > LONGEST) return undefined;
  const wanted = path.toLowerCase().replace(/\/+$/, "");
  const candidates = [wanted, `${BASE_PATH}${wanted}`];
  let best: { path: string; cost: number } | undefined;
  for (const one of known) {
    const shape = one.toLowerCase();
    const most = Math.max(2, Math.floor(shape.length / 5));
    const costs = candidates
      .map((candidate) => withParameters(candidate, shape))
      // Paths come from unauthenticated callers: skip the distance when the lengths differ too much.
      .filter((candidate) => Math.abs(candidate.length - shape.length) <= most)
      .filter((candidate) => isMisspelled(candidate.split("/"), shape.split("/")))
      .map((candidate) => distance(candidate, shape));
    const cost = Math.min(...costs);
    if (cost <= most && (!best || cost < best.cost)) best = { path: one, cost };
  }
  return best?.path;
}

/** A parameter of the known path matches any value. */
function withParameters(path: string, shape: string): string {
  const wanted = shape.split("/");
  return path
    .split("/")
    .map((step, index) => (wanted[index]?.startsWith("{") ? wanted[index] : step))
    .join("/");
}

/** Whether two paths have as many steps, and each step has most letters of its counterpart. */
function isMisspelled(steps: readonly string[], known: readonly string[]): boolean {
  return (
    steps.length === known.length &&
    steps.every((step, at) => distance(step, known[at] ?? "") <= Math.floor(step.length / 3))
  );
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
