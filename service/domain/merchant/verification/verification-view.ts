import type { BusinessVerification } from "../../../../contract/business-verification.ts";
import { documentKinds } from "../../../../contract/document-kinds.ts";
import type { DocumentRow } from "../../../db/merchant/business-documents.ts";
import type { MerchantProfileRow } from "../../../db/merchant/merchants.ts";

type Standing = Pick<MerchantProfileRow, "review" | "isEmailConfirmed">;

/** Whether the account may be switched to PRODUCTION. The only place that decides it. API 6, decision 0127. */
export function mayGoLive({ review, isEmailConfirmed }: Standing): boolean {
  return review === "ENABLED" && isEmailConfirmed;
}

/** What is missing before a merchant can go live, for members. Pure. Decision 0127. */
export function verificationView(merchant: Standing, rows: readonly DocumentRow[]): BusinessVerification {
  const documents = documentKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
  const missing = documentKinds.filter(
    (kind) => !documents.some((row) => row.kind === kind && row.state !== "refused"),
  );
  const isUnsubmitted = documents.some(({ state }) => state === "uploaded");
  return {
    state: stateOf(merchant, { documents, isComplete: missing.length === 0 && !isUnsubmitted }),
    canGoLive: mayGoLive(merchant),
    emailConfirmed: merchant.isEmailConfirmed,
    canSubmit: merchant.review === "PENDING" && missing.length === 0 && isUnsubmitted,
    missing: merchant.review === "ENABLED" ? [] : missing,
    answerBy: answerBy(documents)?.toISOString() ?? null,
    documents: documents.map(documentView),
  };
}

function stateOf(
  { review }: Standing,
  { documents, isComplete }: { documents: readonly DocumentRow[]; isComplete: boolean },
): BusinessVerification["state"] {
  if (review === "ENABLED") return "verified";
  if (review === "DISABLED") return "declined";
  if (documents.some(({ state }) => state === "refused")) return "changes_needed";
  return isComplete ? "under_review" : "incomplete";
}

/** When the answer about the document that was submitted last is due. */
function answerBy(documents: readonly DocumentRow[]): Date | undefined {
  const submitted = documents.flatMap(({ state, submittedAt }) =>
    state === "under_review" && submittedAt ? [submittedAt.getTime()] : [],
  );
  return submitted.length > 0 ? twoWorkingDaysAfter(new Date(Math.max(...submitted))) : undefined;
}

const LAGOS_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The same time of day two working days later, Monday to Friday in Lagos, which has no daylight saving time. */
export function twoWorkingDaysAfter(at: Date): Date {
  let moment = at.getTime();
  for (let days = 0; days < 2; ) {
    moment += DAY_MS;
    const weekday = new Date(moment + LAGOS_MS).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return new Date(moment);
}

function documentView(row: DocumentRow): BusinessVerification["documents"][number] {
  const { id, kind, state, fileName, bytes, uploadedBy, reason } = row;
  return {
    ...{ id, kind, state, fileName, bytes, uploadedBy, reason },
    contentType: row.contentType as BusinessVerification["documents"][number]["contentType"],
    uploadedAt: row.uploadedAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
