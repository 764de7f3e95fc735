import type { MerchantLimits } from "../../../../contract/merchant-settings.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { getSettings } from "./get-settings.ts";

/** The limits of the context's mode and of the caller, in kobo. Wire 5. */
export async function getLimits(ctx: Context): Promise<MerchantLimits> {
  const { mode, tiers, merchantDailyLimit, noApprovalBelow, twoApproversFrom, rateLimits } = await getSettings(ctx);
  const limit = ctx.actor.kind === "member" ? ctx.actor.approvalLimit : null;
  const caller = { approvalLimit: limit === null ? null : koboToWire(limit), requestsPerMinute: rateLimits.perKey };
  return { mode, currency: "NGN", tiers, merchantDailyLimit, noApprovalBelow, twoApproversFrom, caller };
}
