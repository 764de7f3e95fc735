import type { AnswerSource } from "../db/ledger/idempotency-keys.ts";
import type { Failure } from "./failure.ts";

/** A sent answer, stored for 48 h per merchant and mode. API 1. */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/** A stored answer as it was found. One with a `source` is rebuilt before it is sent. Decision 0164. */
export type FoundAnswer = StoredAnswer & { source?: AnswerSource | undefined };

/**
 * The answer that a request with an Idempotency-Key commits together with its effect. The HTTP layer provides `render`, which turns
 * the wire payload or the failure into the exact answer, so that it is stored before it is sent.
 */
export type PendingAnswer = {
  key: string;
  requestHash: Buffer;
  render(result: { payload: object } | { failure: Failure }): StoredAnswer;
  /** Whether the endpoint sends the payload of its movement unchanged, so that the answer can be built again from the transaction. */
  mayRebuild?: boolean | undefined;
};

/** Thrown by `moveMoney` when another process answered the same key first. Nothing was done; the HTTP layer replays the answer. */
export class AnsweredBefore extends Error {
  readonly answer: FoundAnswer;
  readonly requestHash: Buffer;

  constructor(answer: FoundAnswer, requestHash: Buffer) {
    super("this Idempotency-Key was answered before");
    this.name = "AnsweredBefore";
    this.answer = answer;
    this.requestHash = requestHash;
  }
}
