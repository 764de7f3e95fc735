import { lockSettings, type PlatformSettings, updatePlatformSettings } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * Sets fees (kobo) and flags that belong to the platform, in the context's mode; omitted ones stay unchanged. Applies
 * to later movements. API 6. Returns the settings in force.
 */
export async function changePlatformSettings(
  ctx: Context,
  change: Partial<PlatformSettings>,
): Promise<PlatformSettings> {
  return await inTransaction(ctx.db, async (tx) => {
    const before = await lockSettings(tx, ctx.tenant.id);
    if (!before) throw new Error("the tenant has no settings");
    const after = { ...before, ...change };
    await updatePlatformSettings(tx, ctx.tenant.id, after, ctx.clock.now());
    const names = Object.keys(change) as (keyof PlatformSettings)[];
    await recordAudit(tx, ctx, {
      action: "merchant.change_settings",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: { ...change },
    });
    return after;
  });
}
