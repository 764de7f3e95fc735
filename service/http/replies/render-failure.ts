import type { Endpoint } from "../../../contract/endpoint.ts";
import type { FailureReply } from "../../../contract/envelope.ts";
import { type FailureCode, failures } from "../../../contract/errors.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { isDatabaseUnreachable } from "../../db/sql-errors.ts";
import { Failure } from "../../domain/failure.ts";
import type { StoredAnswer } from "../../domain/idempotency.ts";

/** The content type of all JSON replies. Wire 1.1. */
export const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Renders a failure: the status of `contract/errors.ts` and the failure envelope (API 1). The webhook family also has `success: false`.
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
 * Converts any thrown value to a `Failure`. Unknown errors become `internal`, whose text reveals no internals.
 */
export function toFailure(error: unknown, endpoint?: Endpoint): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new Failure("body_too_large", { message: requestTexts.bodyTooLarge(endpoint?.bodyMiB ?? 1) });
  }
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
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["validation_failed", requestTexts.contentLengthDiffers],
  FST_ERR_BAD_URL: ["validation_failed", requestTexts.badUrl],
};

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
