import type { Failure } from "./failure.ts";

/** A sent answer, stored for 48 h per merchant and mode. API 1. */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * The answer that a request with an Idempotency-Key commits together with its effect. The HTTP layer provides `render`, which turns
 * the wire payload or the failure into the exact answer, so that it is stored before it is sent.
 */
export type PendingAnswer = {
  key: string;
  requestHash: Buffer;
  render(result: { payload: object } | { failure: Failure }): StoredAnswer;
};

/** Thrown by `moveMoney` when another process answered the same key first. Nothing was done; the HTTP layer replays the answer. */
export class AnsweredBefore extends Error {
  readonly answer: StoredAnswer;
  readonly requestHash: Buffer;

  constructor(answer: StoredAnswer, requestHash: Buffer) {
    super("this Idempotency-Key was answered before");
    this.name = "AnsweredBefore";
    this.answer = answer;
    this.requestHash = requestHash;
  }
}
