import { lockMerchant, updateMerchantProfileRow } from "../../db/merchant/merchants.ts";
import { inTransaction, ofAllTenants } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { getMerchantProfile } from "./get-merchant-profile.ts";
import { assertCallableUrls, changeCallbackUrls } from "./settings/update-settings.ts";

export type UpdateProfileInput = {
  canLogin?: boolean | undefined;
  sendEmail?: boolean | undefined;
  callbackURL?: string | null | undefined;
  sandboxCallbackURL?: string | null | undefined;
};

/**
 * Changes the fields of the profile that the merchant may change; the callback URLs are those of the settings. Wire 5.
 */
export async function updateMerchantProfile(ctx: Context, input: UpdateProfileInput) {
  const { merchantId } = ctx.tenant;
  await assertCallableUrls(ctx, input);
  await inTransaction(ofAllTenants(ctx.db), async (tx) => {
    const before = await lockMerchant(tx, merchantId);
    if (!before) throw new Error("the tenant has no merchant");
    const after = { canLogin: input.canLogin ?? before.canLogin, sendEmail: input.sendEmail ?? before.sendEmail };
    if (after.canLogin !== before.canLogin || after.sendEmail !== before.sendEmail) {
      await updateMerchantProfileRow(tx, merchantId, { ...after, at: ctx.clock.now() });
      await recordAudit(tx, ctx, {
        action: "merchant.change_profile",
        object: { kind: "merchant", id: merchantId },
        before: { canLogin: before.canLogin, sendEmail: before.sendEmail },
        after,
      });
    }
    await changeCallbackUrls(tx, ctx, input);
  });
  return await getMerchantProfile(ctx);
}
