import * as z from "zod";

/** One fact about why a request was refused; `field` is a path into the body, query or parameters. Api 1. */
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

/** Totals are exact up to a bound; beyond, `totalIsCapped` says so, and deeper pages are refused (webhooks 4). */
export const CappedMetadata = Metadata.extend({ totalIsCapped: z.boolean().optional() });
export type CappedMetadata = z.infer<typeof CappedMetadata>;

/** What success says where an endpoint has no words of its own: the standard envelope always has a message (spec 4). */
export const DEFAULT_MESSAGE = "Request successfully completed.";

/** The success envelope around a payload: `status` and `message` are added by the service (spec 4). */
export function success<S extends z.ZodRawShape>(payload: S) {
  return z.object({ status: z.literal(true), message: z.string().optional(), ...payload });
}

/** The webhook management family answers `success` in place of `status` (spec 4.21). */
export function successFamily<S extends z.ZodRawShape>(payload: S) {
  return z.object({ success: z.literal(true), message: z.string().optional(), ...payload });
}
