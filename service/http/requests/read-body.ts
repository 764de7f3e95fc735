import type { FastifyInstance } from "fastify";
import { Failure } from "../../domain/failure.ts";

/** The most a JSON body may hold (api 1). */
export const BODY_LIMIT_BYTES = 1_048_576;

/** Teaches the server to read JSON bodies, and only those; everything else is 415. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch {
      done(new Failure("malformed_json"), undefined);
    }
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Nothing at all is no body rather than a broken one: the schema then names the fields that are missing. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  return JSON.parse(utf8.decode(body));
}

/** Query parameters as text; one that is given twice is a list, which no schema takes. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}
