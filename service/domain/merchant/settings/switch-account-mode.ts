import { merchantTexts } from "../../../../contract/texts/merchant.ts";
import { findCurrentKey } from "../../../db/auth/keys.ts";
import { lockMerchant, updateAccountMode } from "../../../db/merchant/merchants.ts";
import { findTenants } from "../../../db/merchant/tenants.ts";
import { inTransaction, ofAllTenants } from "../../../db/pool.ts";
import { addKeys } from "../../auth/merchant-keys.ts";
import type { Context, Mode } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { mayGoLive } from "../verification/verification-view.ts";

/**
 * Switches the whole account, with every key and session, to a mode. The first switch to a mode creates its keys.
 * PRODUCTION requires the platform's review and a confirmed e-mail. Audited in both modes. A switch to the current mode changes nothing. Spec
 * 1, 4.20; API 6.
 * Returns the wire payload; its message names the mode. @throws `review_missing`
 */
export async function switchAccountMode(ctx: Context, input: { mode: Mode }): Promise<{ message: string }> {
  const { merchantId } = ctx.tenant;
  await inTransaction(ofAllTenants(ctx.db), async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Error("the tenant has no merchant");
    if (input.mode === "PRODUCTION" && !mayGoLive(merchant)) throw new Failure("review_missing");
    if (merchant.mode === input.mode) return;
    const at = ctx.clock.now();
    await updateAccountMode(tx, merchantId, input.mode, at);
    for (const tenant of await findTenants(tx, merchantId)) {
      const inMode = { ...ctx, tenant };
      if (tenant.mode === input.mode && !(await findCurrentKey(tx, tenant.id, at))) await addKeys(tx, inMode);
      await recordAudit(tx, inMode, {
        action: "merchant.switch_mode",
        object: { kind: "merchant", id: merchantId },
        before: { mode: merchant.mode },
        after: { mode: input.mode },
      });
    }
  });
  ctx.callers?.forgetMerchant(merchantId);
  return { message: merchantTexts.modeSwitched(input.mode) };
}
