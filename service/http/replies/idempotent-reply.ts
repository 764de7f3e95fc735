import { createHash } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { failures } from "../../../contract/errors.ts";
import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import type { Context } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { AnsweredBefore, type PendingAnswer, type StoredAnswer } from "../../domain/idempotency.ts";
import { findAnswer, isAnsweredAlready, keepRefusal } from "../../domain/stored-answers.ts";

type Work = (pending: PendingAnswer) => Promise<object>;
type Request = { ctx: Context; key: string; requestHash: Buffer; render: PendingAnswer["render"] };

const NOT_STORED = new Set(["validation_failed", "malformed_json", "idempotency_key_invalid"]);

/** Requests with a key that this process is executing. */
export type InFlight = Map<string, Buffer>;

/** Two requests are the same if their endpoint and parsed input are equal, regardless of the order of fields. */
export function hashRequest(endpoint: Endpoint, input: unknown): Buffer {
  return createHash("sha256").update(`${endpoint.method} ${endpoint.path}\n`).update(canonicalJson(input)).digest();
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
  const { ctx, key, requestHash } = request;
  const name = `${ctx.tenant.id} ${key}`;
  const running = inFlight.get(name);
  if (running) throw new Failure(running.equals(requestHash) ? "idempotency_in_flight" : "idempotency_key_reused");
  inFlight.set(name, requestHash);
  try {
    const before = await findAnswer(ctx, key);
    return before ? replay(before, requestHash) : await runAndStore(request, work);
  } finally {
    inFlight.delete(name);
  }
}

async function runAndStore(request: Request, work: Work): Promise<StoredAnswer> {
  const { ctx, key, requestHash, render } = request;
  let committed: StoredAnswer | undefined;
  const pending: PendingAnswer = {
    key,
    requestHash,
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
    if (error instanceof AnsweredBefore) return replay(error, requestHash);
    if (!isAnsweredAlready(error)) {
      if (!(error instanceof Failure) || !isRejectionByRule(error)) throw error;
      const answer = render({ failure: error });
      if (await keepRefusal(ctx, pending, answer)) return answer;
    }
    // Another process was faster, and its effect may be the reason for this rejection.
    const before = await findAnswer(ctx, key);
    if (!before) throw error;
    return replay(before, requestHash);
  }
}

function replay(before: { answer: StoredAnswer; requestHash: Buffer }, requestHash: Buffer): StoredAnswer {
  if (!before.requestHash.equals(requestHash)) throw new Failure("idempotency_key_reused");
  return { ...before.answer, headers: { ...before.answer.headers, "idempotency-replayed": "true" } };
}

function isRejectionByRule(failure: Failure): boolean {
  return failures[failure.code].status === 400 && !NOT_STORED.has(failure.code);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
