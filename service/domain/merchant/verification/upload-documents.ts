import type { BusinessVerification } from "../../../../contract/business-verification.ts";
import { type DocumentKind, documentKinds } from "../../../../contract/document-kinds.ts";
import { documentNames, verificationTexts } from "../../../../contract/texts/verification.ts";
import {
  acceptUploadedDocument,
  clearReceivingDocuments,
  deleteDocument,
  findDocuments,
  insertReceivingDocument,
} from "../../../db/merchant/business-documents.ts";
import { findMerchantProfile, lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertMayWait } from "../../upload-limit.ts";
import { type StoredContent, storeContent } from "./document-content.ts";
import { verificationView } from "./verification-view.ts";

/** Simultaneous uploads of one merchant: more are a mistake or an attempt to fill the disk. */
const MOST_ARRIVING = 9;
/** An upload that began earlier has broken off. */
const ABANDONED_AFTER_MS = 3_600_000;
const NAME_MAX = 200;

/** A document that arrived and is not the merchant's yet. */
type Received = { id: string; kind: DocumentKind; fileName: string } & StoredContent;
export type ReceivedDocuments = readonly Received[];

/**
 * Seals and stores one document while it arrives, and adds it to those `before` it in the same request. Deletes it when it throws.
 * Decision 0127. @throws `validation_failed` for a file that is not accepted, `business_verified`, `upload_limit`
 */
export async function receiveDocument(
  ctx: Context,
  file: AsyncIterable<Buffer>,
  { field, fileName, before = [] }: { field: string; fileName: string; before: ReceivedDocuments | undefined },
): Promise<ReceivedDocuments> {
  const { merchantId } = ctx.tenant;
  const kind = documentKinds.find((one) => one === field);
  if (!kind) throw new Error(`${field} is no document`);
  const merchant = await findMerchantProfile(ctx.db, merchantId);
  if (merchant?.review === "ENABLED") throw new Failure("business_verified");
  const at = ctx.clock.now();
  const arriving = await clearReceivingDocuments(ctx.db, merchantId, new Date(at.getTime() - ABANDONED_AFTER_MS));
  await assertMayWait({ uploadsWaiting: MOST_ARRIVING }, () => Promise.resolve(arriving));
  const document = { id: ctx.ids.next(), merchantId, kind, fileName: plainName(fileName, kind) };
  await insertReceivingDocument(ctx.db, { ...document, uploadedBy: ctx.actor.name, at });
  try {
    const { content, problem } = { content: undefined, ...(await storeContent(ctx, document, file)) };
    if (!content) throw refused(field, problem ?? "");
    return [...before, { ...document, ...content }];
  } catch (error) {
    await deleteDocument(ctx.db, merchantId, document.id);
    throw error;
  }
}

function refused(field: string, problem: string): Failure {
  return new Failure("validation_failed", {
    message: `${field} ${problem}.`,
    errors: [{ field, message: problem }],
  });
}

/** The name for people to recognize the file by. It is never a path, and never part of a header. */
function plainName(name: string, kind: DocumentKind): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, "").trim();
  return visible.slice(0, NAME_MAX) || documentNames[kind];
}

/**
 * Makes received documents the merchant's, each instead of the one of its kind before it. A document under review may be replaced: the
 * platform decides by the ID of what it saw. Returns the wire payload. Decision 0127.
 * @throws `business_verified`, `document_accepted`
 */
export async function acceptDocuments(
  ctx: Context,
  received: ReceivedDocuments,
): Promise<{ verification: BusinessVerification }> {
  const { merchantId } = ctx.tenant;
  return await inTransaction(ctx.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Error("the tenant has no merchant");
    if (merchant.review === "ENABLED") throw new Failure("business_verified");
    const before = await findDocuments(tx, merchantId);
    const replaced = before.filter(({ kind }) => received.some((one) => one.kind === kind));
    const accepted = replaced.filter(({ state }) => state === "accepted").map(({ kind }) => documentNames[kind]);
    if (accepted.length > 0) {
      throw new Failure("document_accepted", { message: verificationTexts.accepted(accepted) });
    }
    for (const { id } of replaced) await deleteDocument(tx, merchantId, id);
    for (const { id, kind, contentType, bytes, sha256 } of received) {
      await acceptUploadedDocument(tx, { id, merchantId, contentType, bytes, sha256 });
      await recordAudit(tx, ctx, {
        action: "document.upload",
        object: { kind: "business_document", id },
        after: { document: documentNames[kind], contentType, bytes, sha256: sha256.toString("hex") },
      });
    }
    return { verification: verificationView(merchant, await findDocuments(tx, merchantId)) };
  });
}

/** Deletes documents that were not accepted. They were never visible, so no audit row is written. */
export async function discardDocuments(ctx: Context, received: ReceivedDocuments): Promise<void> {
  for (const { id } of received) await deleteDocument(ctx.db, ctx.tenant.merchantId, id);
}
