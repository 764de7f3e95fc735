import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../../domain/failure.ts";
import { LARGE_BODY_BYTES, type LargeBody, parseLargeJson } from "./large-body.ts";

/** The maximum size of a JSON body. API 1. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** Accepts JSON bodies only; other content types get 415. `request.largeList` names the list of a large body, which waits for its place. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest("largeList", null);
  app.decorateRequest("beginLargeBody", null);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length > LARGE_BODY_BYTES) {
      readLarge(request, body as Buffer).then(({ value, list }) => {
        request.largeList = list;
        done(null, value);
      }, done);
      return;
    }
    try {
      done(null, parseJson(body as Buffer));
    } catch {
      done(new Failure("malformed_json"), undefined);
    }
  });
}

/** Parses a body that has arrived, once it has a place. */
async function readLarge(request: FastifyRequest, body: Buffer): Promise<LargeBody> {
  const leave = await request.beginLargeBody?.();
  try {
    return await parseLargeJson(body);
  } catch (error) {
    // Its answer may wait for those of earlier requests on the same connection.
    leave?.();
    throw error;
  }
}

/** Leaves bodies as the bytes that were received, in this scope, for signatures over them. */
export async function readRawBodies(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
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
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}
