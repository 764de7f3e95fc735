import type { FailureReply } from "../../../contract/envelope.ts";
import { type FailureCode, failures } from "../../../contract/errors.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { isDatabaseUnreachable } from "../../db/sql-errors.ts";
import { Failure } from "../../domain/failure.ts";
import type { StoredAnswer } from "../../domain/idempotency.ts";

/** The only content type of answers (wire 1.1). */
export const JSON_TYPE = "application/json; charset=utf-8";

/**
 * The answer to a failure: status from `contract/errors.ts`, the envelope of api 1. The webhook family says `success: false` too.
 */
export function renderFailure(
  failure: Failure,
  about: { requestId: string; family?: "status" | "success" | undefined },
) {
  const reply: FailureReply = {
    status: false,
    ...(about.family === "success" ? { success: false as const } : {}),
    message: failure.message,
    code: failure.code,
    requestId: about.requestId,
    ...(failure.errors ? { errors: failure.errors } : {}),
  };
  const answer: StoredAnswer = {
    status: failures[failure.code].status,
    headers: failure.headers,
    body: JSON.stringify(reply),
  };
  return answer;
}

/**
 * Makes a `Failure` of anything that was thrown. What is neither a `Failure` nor known to be the caller's doing becomes
 * `internal`, whose text says nothing of the inside.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const fromFramework = FRAMEWORK[code];
  if (fromFramework) return new Failure(fromFramework[0], fromFramework[1] ? { message: fromFramework[1] } : {});
  if (isDatabaseUnreachable(error)) return new Failure("unavailable", { headers: { "retry-after": "1" } });
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (code.startsWith("FST_") && typeof status === "number" && status < 500) {
    return new Failure("validation_failed", { message: requestTexts.notHttpForService });
  }
  return new Failure("internal");
}

const FRAMEWORK: Record<string, readonly [FailureCode, string?]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", requestTexts.bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["validation_failed", requestTexts.contentLengthDiffers],
  FST_ERR_BAD_URL: ["validation_failed", requestTexts.badUrl],
};

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
