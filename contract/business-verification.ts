import * as z from "zod";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { DocumentFile, Id, Instant } from "./values.ts";

const Kind = z.enum(documentKinds);

/** `uploaded`: not submitted yet. `reason`: why it was refused. Decision 0127. */
export const BusinessDocument = z
  .object({
    id: Id,
    kind: Kind,
    state: z.enum(["uploaded", "under_review", "accepted", "refused"]),
    fileName: z.string(),
    contentType: z.enum(["application/pdf", "image/jpeg", "image/png"]),
    bytes: z.int(),
    uploadedBy: z.string(),
    uploadedAt: Instant,
    submittedAt: Instant.nullable(),
    decidedAt: Instant.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "BusinessDocument" });
export type BusinessDocument = z.infer<typeof BusinessDocument>;

/**
 * How far a merchant is on its way to live mode.
 * - `state`: `incomplete` until all documents are uploaded and submitted; `under_review` until the platform has decided on each;
 *   `changes_needed` when it refused one; `verified` when live mode is open; `declined` when the platform stopped the merchant.
 * - `canGoLive`: whether `POST /merchant/account-mode` may switch to PRODUCTION.
 * - `missing`: kinds without a document, or with a refused one. `canSubmit`: nothing is missing and a document was not submitted yet.
 * - `answerBy`: when the answer is due, two working days after the submission; null while nothing is under review.
 */
export const BusinessVerification = z
  .object({
    state: z.enum(["incomplete", "under_review", "changes_needed", "verified", "declined"]),
    canGoLive: z.boolean(),
    emailConfirmed: z.boolean(),
    canSubmit: z.boolean(),
    missing: z.array(Kind),
    answerBy: Instant.nullable(),
    documents: z.array(BusinessDocument),
  })
  .meta({ id: "BusinessVerification" });
export type BusinessVerification = z.infer<typeof BusinessVerification>;

const base = {
  tag: "Merchant",
  extension: true,
  callers: members,
  dashboard: true,
  status: 200,
  source: "api 6",
} as const;
// By role: they are personal documents of the owners, and an Admin or a key does not speak for the business.
const owned = { ...base, permission: null, roles: ["MainMerchant"] } as const;
const reply = success({ verification: BusinessVerification });

export const businessVerificationEndpoints = {
  getBusinessVerification: endpoint({
    ...base,
    method: "GET",
    path: "/merchant/business-verification",
    summary: "Get what is missing before the account can go live, and the state of each document",
    permission: ["UPDATE_MERCHANT_DETAIL", "SWITCH_ACCOUNT_MODE"],
    reply,
  }),
  uploadBusinessDocuments: endpoint({
    ...owned,
    method: "PUT",
    path: "/merchant/complete-merchant-registration",
    summary: "Upload business documents: PDF, JPEG or PNG, up to 10 MiB each",
    upload: "documents",
    message: "Documents successfully uploaded.",
    body: z.object({
      certificateOfIncorporation: DocumentFile,
      proofOfAddress: DocumentFile,
      directorId: DocumentFile,
    } satisfies Record<DocumentKind, z.ZodType>),
    reply,
  }),
  submitBusinessVerification: endpoint({
    ...owned,
    method: "POST",
    path: "/merchant/business-verification/submit",
    summary: "Submit the uploaded documents for review",
    message: "Documents successfully submitted for review.",
    reply,
  }),
  downloadBusinessDocument: endpoint({
    ...owned,
    method: "GET",
    path: "/merchant/business-documents/{id}",
    summary: "Download one of your business documents",
    params: z.object({ id: Id }),
    reply: "file",
  }),
};
