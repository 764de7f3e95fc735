import * as z from "zod";

/** One reason for a refusal. `field` is a path in the body, query or parameters. API 1. */
export const FieldProblem = z.looseObject({ field: z.string().optional(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** Failure envelope of every endpoint (spec 4, api 1); the webhook family adds `success: false`. */
export const FailureReply = z.object({
  status: z.literal(false),
  success: z.literal(false).optional(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(FieldProblem).optional(),
});
export type FailureReply = z.infer<typeof FailureReply>;

export const Metadata = z.object({
  page: z.int().min(1),
  perPage: z.int().min(1).max(100),
  totalRecords: z.int().min(0),
  totalPages: z.int().min(0),
});
export type Metadata = z.infer<typeof Metadata>;

/** Totals are exact up to a limit. Above it, `totalIsCapped` is true and later pages are refused. Webhooks 4. */
export const CappedMetadata = Metadata.extend({ totalIsCapped: z.boolean().optional() });
export type CappedMetadata = z.infer<typeof CappedMetadata>;

/** The message of endpoints without their own: the standard envelope always has one. Spec 4. */
export const DEFAULT_MESSAGE = "Request successfully completed.";

/** The success envelope around a payload: `status` and `message` are added by the service (spec 4). */
export function success<S extends z.ZodRawShape>(payload: S) {
  return z.object({ status: z.literal(true), message: z.string().optional(), ...payload });
}

/** The webhook family has `success` instead of `status`. Spec 4.21. */
export function successFamily<S extends z.ZodRawShape>(payload: S) {
  return z.object({ success: z.literal(true), message: z.string().optional(), ...payload });
}
