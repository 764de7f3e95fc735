import type { CardSetupBody } from "../../../contract/cards.ts";
import { saveCardSetup } from "../../db/cards/card-setups.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";

/** Keeps what the merchant agreed with its card issuer, in place of what was kept before. The key is sealed and never shown. Cards 2. */
export async function setUpCards(ctx: Context, { appKey, ...setup }: CardSetupBody): Promise<void> {
  const tenant = ctx.tenant.id;
  const appKeySealed = ctx.providers.secrets.seal(appKey, "card_setups.app_key_sealed", String(tenant));
  await inTransaction(ctx.db, async (tx) => {
    await saveCardSetup(tx, tenant, { ...setup, appKeySealed }, ctx.clock.now());
    await recordAudit(tx, ctx, {
      action: "card_setup.update",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      after: setup,
    });
  });
}
