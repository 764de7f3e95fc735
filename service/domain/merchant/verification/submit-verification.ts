import type { BusinessVerification } from "../../../../contract/business-verification.ts";
import { documentNames, verificationTexts } from "../../../../contract/texts/verification.ts";
import { findDocuments, submitDocuments } from "../../../db/merchant/business-documents.ts";
import { lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { verificationView } from "./verification-view.ts";

/**
 * Hands the uploaded documents to the platform. Those that were accepted before stay so; a repeated call changes nothing. Returns the
 * wire payload. Decision 0127. @throws `business_verified`, `email_unconfirmed`, `documents_missing` with their names
 */
export async function submitBusinessVerification(ctx: Context): Promise<{ verification: BusinessVerification }> {
  const { merchantId } = ctx.tenant;
  return await inTransaction(ctx.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Error("the tenant has no merchant");
    if (merchant.review === "ENABLED") throw new Failure("business_verified");
    if (!merchant.isEmailConfirmed) throw new Failure("email_unconfirmed");
    const documents = await findDocuments(tx, merchantId);
    const { missing } = verificationView(merchant, documents);
    if (missing.length > 0) {
      const names = missing.map((kind) => documentNames[kind]);
      throw new Failure("documents_missing", { message: verificationTexts.missing(names) });
    }
    const submitted = documents.filter(({ state }) => state === "uploaded").map(({ kind }) => documentNames[kind]);
    if (submitted.length > 0) {
      await submitDocuments(tx, merchantId, ctx.clock.now());
      await recordAudit(tx, ctx, {
        action: "document.submit",
        object: { kind: "merchant", id: merchantId },
        after: { documents: submitted },
      });
    }
    return { verification: verificationView(merchant, await findDocuments(tx, merchantId)) };
  });
}
