import { documentKinds } from "../../../../contract/document-kinds.ts";
import { documentNames, verificationTexts } from "../../../../contract/texts/verification.ts";
import {
  type DocumentRow,
  decideDocument,
  findDocument,
  findDocuments,
  findDocumentsUnderReview,
} from "../../../db/merchant/business-documents.ts";
import { lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context, Services } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { changeStandingIn } from "../settings/change-standing.ts";
import { openContent } from "./document-content.ts";

export type { DocumentRow };

/** The documents of one merchant, or of all merchants those that wait for a decision, the oldest first. For the platform. */
export async function listDocuments(
  { db }: Pick<Services, "db">,
  merchantId: string | undefined,
): Promise<DocumentRow[]> {
  if (merchantId === undefined) return await findDocumentsUnderReview(db);
  const documents = await findDocuments(db, merchantId);
  return documentKinds.flatMap((kind) => documents.filter((one) => one.kind === kind));
}

/** A document of any merchant. For the platform. @throws `document_not_found` */
export async function getDocument({ db }: Pick<Services, "db">, id: string): Promise<DocumentRow> {
  const document = await findDocument(db, id);
  if (!document) throw new Failure("document_not_found");
  return document;
}

/** The content of a document of the context's merchant, for the platform's reviewer. The audit log says who read it. */
export async function readDocument(ctx: Context, document: DocumentRow): Promise<AsyncIterable<Buffer>> {
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, { action: "document.read", object: objectOf(document), after: factsOf(document) }),
  );
  return openContent(ctx, document);
}

/**
 * Accepts a document that is under review, and mails the MainMerchants. With the last one the merchant's review becomes ENABLED in the same
 * transaction, which opens PRODUCTION. Returns whether it did. Decision 0127.
 * @throws `document_not_found` if it was replaced, `document_not_under_review`, `email_unconfirmed`
 */
export async function acceptDocument(ctx: Context, id: string): Promise<{ isVerified: boolean }> {
  const { merchantId } = ctx.tenant;
  const isVerified = await inTransaction(ctx.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    const document = await lockUndecided(tx, ctx, id);
    await decideDocument(tx, { id, state: "accepted", reason: null, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "document.accept",
      object: objectOf(document),
      before: { state: "under_review" },
      after: { ...factsOf(document), state: "accepted" },
    });
    const accepted = (await findDocuments(tx, merchantId)).filter(({ state }) => state === "accepted");
    if (accepted.length < documentKinds.length || merchant?.review !== "PENDING") {
      const detail = documentNames[document.kind];
      await queueSecurityNotice(tx, ctx, { kind: "document_accepted", to: { merchantId }, detail });
      return false;
    }
    if (!merchant.isEmailConfirmed) throw new Failure("email_unconfirmed");
    await changeStandingIn(
      tx,
      ctx,
      () => ({ review: "ENABLED" }),
      (before, after) => ({
        action: "merchant.review",
        before: { review: before.review },
        after: { review: after.review },
      }),
    );
    return true;
  });
  if (isVerified) ctx.callers?.forgetMerchant(merchantId);
  return { isVerified };
}

/**
 * Refuses a document that is under review and mails the reason to the MainMerchants, who upload another one. Decision 0127.
 * @throws `document_not_found` if it was replaced, `document_not_under_review`
 */
export async function refuseDocument(ctx: Context, id: string, reason: string): Promise<void> {
  const { merchantId } = ctx.tenant;
  await inTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const document = await lockUndecided(tx, ctx, id);
    await decideDocument(tx, { id, state: "refused", reason, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "document.refuse",
      object: objectOf(document),
      before: { state: "under_review" },
      after: { ...factsOf(document), state: "refused" },
      reason,
    });
    const detail = verificationTexts.refusedDetail(documentNames[document.kind], reason);
    await queueSecurityNotice(tx, ctx, { kind: "document_refused", to: { merchantId }, detail });
  });
}

/** The merchant is locked, so neither an upload nor another decision changes the document meanwhile. */
async function lockUndecided(tx: Transaction, ctx: Context, id: string): Promise<DocumentRow> {
  const document = (await findDocuments(tx, ctx.tenant.merchantId)).find((one) => one.id === id);
  if (!document) throw new Failure("document_not_found");
  if (document.state !== "under_review") throw new Failure("document_not_under_review");
  return document;
}

function objectOf({ id }: DocumentRow) {
  return { kind: "business_document", id };
}

function factsOf({ kind }: DocumentRow) {
  return { document: documentNames[kind] };
}
