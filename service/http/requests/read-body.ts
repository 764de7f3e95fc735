import type { FastifyInstance } from "fastify";
import { Failure } from "../../domain/failure.ts";

/** The maximum size of a JSON body. API 1. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** Accepts JSON bodies only; other content types get 415. */
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

/** An empty body counts as missing, not as invalid JSON: the schema then lists the missing fields. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  return JSON.parse(utf8.decode(body));
}

/** Query parameters as text. A repeated parameter becomes a list, which every schema rejects. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}
