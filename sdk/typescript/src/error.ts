import type { ErrorCode } from "./routes.ts";

/** Codes of the SDK itself: the request got no answer, or one that is not of this service, or a list goes on where the service stops. */
type OwnCode = "connection_failed" | "timed_out" | "unreadable_answer" | "list_capped";

/** Some reasons state facts too, such as the `limit` of `approval_limit_exceeded`. */
export type FieldProblem = { field?: string | undefined; message: string; [fact: string]: unknown };

type Facts = {
  code: string;
  status: number;
  message: string;
  requestId?: string | undefined;
  errors?: readonly FieldProblem[] | undefined;
  retryAfterMs?: number | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
};

/**
 * Why a call did not succeed. `code` is stable; `message` is for people. `status` is 0 without an answer: then the outcome is unknown,
 * and the same call is safe where there is an `idempotencyKey`.
 */
export class WalletError extends Error {
  override readonly name = "WalletError";
  // A later version of the service may send other codes.
  readonly code: ErrorCode | OwnCode | (string & {});
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;
  /** Name it when you ask for support. */
  readonly requestId: string | undefined;
  /** One reason per field. */
  readonly errors: readonly FieldProblem[];
  /** How long the service asks to wait before the next attempt, in ms. */
  readonly retryAfterMs: number | undefined;
  /** The key that was sent: send it again to repeat the call safely. Undefined where the endpoint takes none. */
  readonly idempotencyKey: string | undefined;

  constructor({ code, status, message, requestId, errors, retryAfterMs, idempotencyKey, cause }: Facts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.errors = errors ?? [];
    this.retryAfterMs = retryAfterMs;
    this.idempotencyKey = idempotencyKey;
  }
}
