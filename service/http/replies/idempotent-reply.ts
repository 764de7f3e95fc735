import { hash } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { failures } from "../../../contract/errors.ts";
import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import type { Context } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { AnsweredBefore, type FoundAnswer, type PendingAnswer, type StoredAnswer } from "../../domain/idempotency.ts";
import { findAnswer, isAnsweredAlready, keepRefusal } from "../../domain/stored-answers.ts";
import { rebuildPayload } from "../../domain/transactions/answers/rebuild-answer.ts";
import type { KeyLookup } from "../route.ts";
import { renderSuccess } from "./render-reply.ts";

type Work = (pending: PendingAnswer) => Promise<object>;
type Request = {
  ctx: Context;
  endpoint: Endpoint;
  key: string;
  requestHash: Buffer;
  render: PendingAnswer["render"];
  keyLookup?: KeyLookup;
  mayRebuild?: boolean;
};

const NOT_STORED = new Set(["validation_failed", "malformed_json", "idempotency_key_invalid"]);

/** Requests with a key that this process is executing. */
export type InFlight = Map<string, Buffer>;

/**
 * The SHA-256 of a request in Base64. Two requests are the same if their endpoint and parsed input are equal, regardless of the order of
 * fields and of the spelling of the JSON. API 1, decision 0171.
 */
export function hashRequest(endpoint: Endpoint, input: unknown): string {
  return hash("sha256", `${endpoint.method} ${endpoint.path}\n${JSON.stringify(sorted(input))}`, "base64");
}

export function assertIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const field = "Idempotency-Key";
    throw new Failure("idempotency_key_invalid", {
      errors: [{ field, message: fieldProblems.idempotencyKey }],
    });
  }
}

/**
 * Runs `work` once per key. The same request gets the first reply again; a different request with the key is rejected; a
 * request that is still running gets 409. The commit of the effect stores the reply; this function stores rejections. API 1.
 */
export async function replyOnce(inFlight: InFlight, request: Request, work: Work): Promise<StoredAnswer> {
  const { ctx, key, requestHash, keyLookup } = request;
  const name = `${ctx.tenant.id} ${key}`;
  const running = inFlight.get(name);
  if (running) throw new Failure(running.equals(requestHash) ? "idempotency_in_flight" : "idempotency_key_reused");
  inFlight.set(name, requestHash);
  try {
    const before = keyLookup === "in_commit" ? undefined : await findAnswer(ctx, key);
    return before ? await replay(request, before) : await runAndStore(request, work);
  } finally {
    inFlight.delete(name);
  }
}

async function runAndStore(request: Request, work: Work): Promise<StoredAnswer> {
  const { ctx, key, requestHash, render, mayRebuild } = request;
  let committed: StoredAnswer | undefined;
  const pending: PendingAnswer = {
    key,
    requestHash,
    mayRebuild,
    // The commit stored exactly the bytes that were rendered last.
    render: (result) => {
      committed = render(result);
      return committed;
    },
  };
  try {
    const payload = await work(pending);
    return committed ?? render({ payload });
  } catch (error) {
    if (error instanceof AnsweredBefore) return await replay(request, error);
    const refusal = refusalToStore(error);
    if (refusal) {
      const answer = render({ failure: refusal });
      // The ledger refused it, and stored the answer with its decision.
      if (committed?.status === answer.status && committed.body === answer.body) return committed;
      if (await keepRefusal(ctx, pending, answer)) return answer;
    }
    const isAnswered = refusal !== null || isAnsweredAlready(error);
    return await replay(request, await firstAnswer(request, error, { isAnswered, hasEffect: committed !== undefined }));
  }
}

/**
 * The reply that a failed request's key has already: another process was faster, or the key was not looked up before. `isAnswered`: it is
 * known to have one, or a rejection was not stored because of it. @throws `error` where the key has none
 */
async function firstAnswer(
  { ctx, key, keyLookup }: Request,
  error: unknown,
  { isAnswered, hasEffect }: { isAnswered: boolean; hasEffect: boolean },
) {
  // Without an effect of its own, the reason for any failure can be what another process did under the same key.
  const mayBeAnswered = keyLookup === "in_commit" || (error instanceof Failure && !hasEffect);
  if (!isAnswered && !mayBeAnswered) throw error;
  const reading = findAnswer(ctx, key);
  // What the request failed with says more than that the database is away.
  const before = await (isAnswered ? reading : reading.catch(() => undefined));
  if (!before) throw error;
  return before;
}

async function replay(request: Request, before: { answer: FoundAnswer; requestHash: Buffer }): Promise<StoredAnswer> {
  if (!before.requestHash.equals(request.requestHash)) throw new Failure("idempotency_key_reused");
  const { status, headers, body } = await rebuilt(request, before.answer);
  return { status, headers: { ...headers, "idempotency-replayed": "true" }, body };
}

/** The answer as it was sent. Only answers with status 200 and without headers are rebuilt; what this request has set so far does not count. */
async function rebuilt({ ctx, endpoint }: Request, { source, ...answer }: FoundAnswer): Promise<StoredAnswer> {
  if (!source) return answer;
  return renderSuccess(endpoint, await rebuildPayload(ctx, source), { status: 200, headers: {} });
}

/** A rejection by a rule. Other failures are not stored: a repeated request may succeed. */
function refusalToStore(error: unknown): Failure | null {
  if (!(error instanceof Failure)) return null;
  return failures[error.code].status === 400 && !NOT_STORED.has(error.code) ? error : null;
}

/** The same value with the names of each object in order. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, sorted(members[name])]),
  );
}
