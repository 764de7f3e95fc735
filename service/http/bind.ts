import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Context, PublicContext, Services } from "../domain/context.ts";
import { explainMissingCustomer } from "../domain/customers/explain-missing-customer.ts";
import type { StoredAnswer } from "../domain/idempotency.ts";
import { countConnections, databaseOfRequest } from "../domain/request-database.ts";
import type { Log } from "./monitoring/log.ts";
import { createDownloadPlaces } from "./replies/download-places.ts";
import { assertIdempotencyKey, hashRequest, type InFlight, replyOnce } from "./replies/idempotent-reply.ts";
import { createRenderer, type ReplyHead } from "./replies/render-reply.ts";
import { answerWriter, csvHeaders, type Streamed, send, sendStream, streamOf } from "./replies/send-reply.ts";
import { prefersJson, StreamedList } from "./replies/streamed-list.ts";
import { authorizeCaller, headerOf } from "./requests/authorize.ts";
import { createLargeBodyPlaces } from "./requests/large-body-places.ts";
import { parseInput, parseLargeInput } from "./requests/parse-input.ts";
import { BODY_LIMIT_BYTES, readRawBodies } from "./requests/read-body.ts";
import { assertUpload, readMultipart, receiveUpload } from "./requests/receive-upload.ts";
import type {
  Bind,
  BindCsv,
  BindFile,
  BindPublic,
  BindRaw,
  BindUpload,
  CsvEndpoint,
  CsvHandler,
  FileEndpoint,
  FileHandler,
  Handler,
  Input,
  KeyOptions,
  PublicHandler,
  RawHandler,
  UploadHandler,
} from "./route.ts";

export const BASE_PATH = "/v1";

export type Binder = {
  bind: Bind;
  bindPublic: BindPublic;
  bindCsv: BindCsv;
  bindFile: BindFile;
  bindUpload: BindUpload;
  bindRaw: BindRaw;
};

/** The maximum size of a body whose bytes are signed. */
const RAW_LIMIT_BYTES = 64 * 1024;

type Bound<E extends Endpoint> = { endpoint: E; handler: Handler<E> } & KeyOptions;

/** Creates the functions that bind handlers to endpoints. `checkReplies` replies 500 if a reply violates its schema. */
export function createBinder(
  app: FastifyInstance,
  services: Services,
  options: { checkReplies: boolean; log: Log },
): Binder {
  const inFlight: InFlight = new Map();
  const downloads = createDownloadPlaces(() => countConnections(services).most);
  const largeBodies = createLargeBodyPlaces();

  function register(endpoint: Endpoint, answer: AnswerTo, isRaw = false): void {
    const route: RouteOptions = {
      method: endpoint.method,
      url: urlOf(endpoint),
      config: { endpoint },
      // Authorize before the body is read, so that rejected callers cannot upload one.
      onRequest: async (request, reply) => {
        if (!endpoint.callers.includes("public"))
          request.caller = await authorizeCaller(services, endpoint, request, reply);
        if (endpoint.upload) assertUpload(request, endpoint);
        else await largeBodies.admit(request, reply.raw);
      },
      handler: async (request, reply) => {
        const result = await answer(request).finally(() => largeBodies.answered(reply.raw));
        if ("stream" in result && request.caller) await downloads.take(request.caller.tenant.id, reply.raw);
        return "stream" in result ? sendStream(reply, result, options.log) : send(reply, result);
      },
    };
    if (endpoint.bodyMiB) route.bodyLimit = endpoint.bodyMiB * BODY_LIMIT_BYTES;
    if (!endpoint.upload && !isRaw) return void app.route(route);
    // Use a separate scope: all other routes reject a multipart body with 415 before reading it, and parse JSON.
    app.register(async (scope) => {
      await (isRaw ? readRawBodies(scope) : readMultipart(scope, endpoint));
      scope.route(isRaw ? { ...route, bodyLimit: RAW_LIMIT_BYTES } : route);
    });
  }

  function checked<A extends StoredAnswer | Streamed>(endpoint: Endpoint, answer: A): A {
    if (options.checkReplies && !("stream" in answer)) assertReply(endpoint, answer);
    return answer;
  }

  async function answerTo<E extends Endpoint>({ endpoint, handler, ...options }: Bound<E>, request: FastifyRequest) {
    const ctx = contextOf(services, endpoint, request);
    const input = request.largeList === null ? inputOf(endpoint, request) : await largeInputOf(endpoint, request);
    const head: ReplyHead = { status: endpoint.status, headers: {} };
    const answer = answerWriter(head);
    const render = createRenderer(endpoint, request.id, head);
    const work = (context: Context): Promise<object> =>
      handler(context, input, answer).catch(async (error: unknown) => {
        throw await explainMissingCustomer(ctx, error, Object.assign({}, input.params, input.query, input.body));
      });
    const key = endpoint.idempotent ? headerOf(request, "idempotency-key") : undefined;
    if (key === undefined) {
      const payload = await work(ctx);
      if (payload instanceof StreamedList) return streamOf(endpoint, payload, head);
      return render({ payload });
    }
    assertIdempotencyKey(key);
    // Use a keyed hash, so that the PIN of the request cannot be guessed from the stored hash.
    const requestHash = services.providers.secrets.keyedHash(hashRequest(endpoint, input), "request");
    const once = { ctx, endpoint, key, requestHash, render, ...options };
    return replyOnce(inFlight, once, (pendingAnswer) => work({ ...ctx, pendingAnswer }));
  }

  return {
    bind: (endpoint, handler, options) =>
      register(endpoint, async (request) =>
        checked(endpoint, await answerTo({ endpoint, handler, ...options }, request)),
      ),
    bindPublic: (endpoint, handler) =>
      register(endpoint, async (request) =>
        checked(endpoint, await answerPublic(services, { endpoint, handler }, request)),
      ),
    bindCsv: (endpoint, handler) =>
      register(endpoint, (request) => answerDownload(services, { endpoint, handler }, request)),
    bindFile: (endpoint, handler) =>
      register(endpoint, (request) => answerFile(services, { endpoint, handler }, request)),
    bindRaw(endpoint, handler) {
      const bound = { endpoint, handler };
      register(endpoint, async (request) => checked(endpoint, await answerToRaw(services, bound, request)), true);
    },
    bindUpload: (endpoint, handler) =>
      register(endpoint, async (request) =>
        checked(endpoint, await answerToUpload({ services, inFlight }, { endpoint, handler }, request)),
      ),
  };
}

function assertReply({ path, reply: usual, also }: Endpoint, answer: StoredAnswer): void {
  const reply = answer.status === also?.status ? (also.reply ?? usual) : usual;
  if (typeof reply === "string" || answer.status >= 300) return;
  const result = reply.safeParse(JSON.parse(answer.body));
  if (!result.success) throw new Error(`the reply of ${path} violates its schema: ${result.error.message}`);
}

async function answerPublic<E extends Endpoint>(
  services: Services,
  { endpoint, handler }: { endpoint: E; handler: PublicHandler<E> },
  request: FastifyRequest,
): Promise<StoredAnswer> {
  const head: ReplyHead = { status: endpoint.status, headers: {} };
  const answer = answerWriter(head);
  const input = request.largeList === null ? inputOf(endpoint, request) : await largeInputOf(endpoint, request);
  const payload = await handler(publicContextOf(services, request), input, answer);
  return createRenderer(endpoint, request.id, head)({ payload });
}

async function answerDownload<E extends CsvEndpoint>(
  services: Services,
  { endpoint, handler }: { endpoint: E; handler: CsvHandler<E> },
  request: FastifyRequest,
): Promise<Streamed> {
  const isJson = endpoint.jsonRow !== undefined && prefersJson(headerOf(request, "accept"));
  const result = await handler(contextOf(services, endpoint, request), inputOf(endpoint, request), isJson);
  return result instanceof StreamedList
    ? streamOf(endpoint, result)
    : { stream: result, headers: csvHeaders(endpoint) };
}

async function answerFile<E extends FileEndpoint>(
  services: Services,
  { endpoint, handler }: { endpoint: E; handler: FileHandler<E> },
  request: FastifyRequest,
): Promise<Streamed> {
  const { name, contentType, chunks } = await handler(
    contextOf(services, endpoint, request),
    inputOf(endpoint, request),
  );
  const safe = { "content-disposition": `attachment; filename=${name}`, "x-content-type-options": "nosniff" };
  return { stream: chunks, headers: { ...safe, "content-type": contentType } };
}

/** The handler reads the body itself, so only the other parts are parsed here. */
async function answerToRaw<E extends Endpoint>(
  services: Services,
  { endpoint, handler }: { endpoint: E; handler: RawHandler<E> },
  request: FastifyRequest,
): Promise<StoredAnswer> {
  const { params } = inputOf(endpoint, request, {});
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const payload = await handler(publicContextOf(services, request), { params, headers: request.headers, body });
  return createRenderer(endpoint, request.id, { status: endpoint.status, headers: {} })({ payload });
}

/** The request hash includes the hash of the file, so the file is read before the key is looked up. */
async function answerToUpload<E extends Endpoint, Staged>(
  { services, inFlight }: { services: Services; inFlight: InFlight },
  bound: { endpoint: E; handler: UploadHandler<E, Staged> },
  request: FastifyRequest,
): Promise<StoredAnswer> {
  const { endpoint, handler } = bound;
  const ctx = contextOf(services, endpoint, request);
  const key = endpoint.idempotent ? headerOf(request, "idempotency-key") : undefined;
  if (key !== undefined) assertIdempotencyKey(key);
  const head: ReplyHead = { status: endpoint.status, headers: {} };
  const answer = answerWriter(head);
  const render = createRenderer(endpoint, request.id, head);
  const { fields, sha256, staged } = await receiveUpload(ctx, request, endpoint, handler);
  let isAccepted = false;
  async function accept(context: Context): Promise<object> {
    const payload = await handler.accept(context, input, { staged, sha256 }, answer);
    isAccepted = true;
    return payload;
  }
  let input: Input<E>;
  try {
    input = inputOf(endpoint, request, fields);
    if (key === undefined) return render({ payload: await accept(ctx) });
    const requestHash = Buffer.from(hashRequest(endpoint, { input, sha256 }), "base64");
    const once = { ctx, endpoint, key, requestHash, render };
    return await replyOnce(inFlight, once, (pendingAnswer) => accept({ ...ctx, pendingAnswer }));
  } finally {
    if (!isAccepted) await handler.discard(ctx, staged);
  }
}

type AnswerTo = (request: FastifyRequest) => Promise<StoredAnswer | Streamed>;

/** Converts the contract's `/team/roles/{id}` to the router's syntax, under the base path. */
export function urlOf(endpoint: Endpoint): string {
  const path = endpoint.path === "/" ? "" : endpoint.path;
  return BASE_PATH + path.replace(/\{(\w+)\}/g, ":$1");
}

// The only casts of parsed values: the schemas from which `Input<E>` is derived were applied.
function inputOf<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: FastifyRequest,
  fields: unknown = body,
): Input<E> {
  return parseInput(endpoint, { params, query, body: fields }) as Input<E>;
}

async function largeInputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Promise<Input<E>> {
  const { params, query, body, largeList } = request;
  return (await parseLargeInput(endpoint, { params, query, body }, largeList ?? [])) as Input<E>;
}

function contextOf(services: Services, endpoint: Endpoint, request: FastifyRequest): Context {
  if (!request.caller) throw new Error("a route ran without a caller");
  const { id: requestId, address, caller } = request;
  const db = databaseOfRequest(services, caller, endpoint);
  return { ...services, ...caller, db, requestId, address, pendingAnswer: null, money: endpoint.money ?? "none" };
}

function publicContextOf(services: Services, request: FastifyRequest): PublicContext {
  const headers = Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name)]));
  return { ...services, requestId: request.id, address: request.address, headers };
}
