import type { Failure } from "./failure.ts";

/** An answer as it was sent, kept 48 h per merchant and mode (api 1). */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * What a request that carries an Idempotency-Key commits together with its effect. `render` is given by the HTTP
 * layer: it turns the wire payload (or the refusal) into the exact answer, so that the answer can be written before it is sent.
 */
export type PendingAnswer = {
  key: string;
  requestHash: Buffer;
  render(result: { payload: object } | { failure: Failure }): StoredAnswer;
};

/** Thrown by the money path when another process answered the same key first: nothing was done now, the HTTP layer replays. */
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
