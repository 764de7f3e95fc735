import type { BusinessVerification } from "../../../../contract/business-verification.ts";
import { findDocuments } from "../../../db/merchant/business-documents.ts";
import { findMerchantProfile } from "../../../db/merchant/merchants.ts";
import type { Context } from "../../context.ts";
import { verificationView } from "./verification-view.ts";

/** Returns the wire payload: what is missing before the merchant can go live, and the state of each document. Decision 0127. */
export async function getBusinessVerification(ctx: Context): Promise<{ verification: BusinessVerification }> {
  const { merchantId } = ctx.tenant;
  const merchant = await findMerchantProfile(ctx.db, merchantId);
  if (!merchant) throw new Error("the tenant has no merchant");
  return { verification: verificationView(merchant, await findDocuments(ctx.db, merchantId)) };
}
