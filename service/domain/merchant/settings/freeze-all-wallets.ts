import { lockOutFlushes } from "../../../db/ledger/flush-facts.ts";
import { lockSettings, type SettingsRow, updateWalletFreezeOfAll } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * Freezes all wallets of the context's mode in an emergency, with one row: until the release every wallet neither sends nor
 * receives, as a frozen wallet does. When this returns, no later posting touches a wallet. Freezes of single wallets are kept.
 * The MainMerchants are mailed. API 3, decision 0074.
 * @throws `wallets_frozen`
 */
export async function freezeAllWallets(ctx: Context, { reason }: { reason: string }): Promise<void> {
  await change(ctx, { reason, by: ctx.actor.name }, (before) => {
    if (before.walletsFrozenAt) throw new Failure("wallets_frozen");
    return { action: "wallet.freeze_all", before: { status: "ACTIVE" }, after: { status: "FROZEN" }, reason };
  });
}

/**
 * Ends the emergency freeze; wallets that were frozen one by one stay frozen. Paused uploads go on. API 3, decision 0074.
 * @throws `wallets_not_frozen`
 */
export async function releaseAllWallets(ctx: Context, { reason }: { reason?: string | undefined }): Promise<void> {
  await change(ctx, null, ({ walletsFrozenAt, walletsFrozenReason }) => {
    if (!walletsFrozenAt) throw new Failure("wallets_not_frozen");
    const before = { status: "FROZEN", reason: walletsFrozenReason };
    return { action: "wallet.release_all", before, after: { status: "ACTIVE" }, reason: reason ?? null };
  });
}

async function change(
  ctx: Context,
  freeze: { reason: string; by: string } | null,
  auditOf: (before: SettingsRow) => {
    action: "wallet.freeze_all" | "wallet.release_all";
    before: object;
    after: object;
    reason: string | null;
  },
): Promise<void> {
  const { tenant } = ctx;
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockSettings(tx, tenant.id);
    if (!before) throw new Error("the tenant has no settings");
    const audit = auditOf(before);
    await lockOutFlushes(tx, [tenant.id]);
    await updateWalletFreezeOfAll(tx, tenant.id, freeze, ctx.clock.now());
    await recordAudit(tx, ctx, { object: { kind: "merchant", id: tenant.merchantId }, ...audit });
    const detail = `${tenant.mode}${audit.reason === null ? "" : `: ${audit.reason}`}`;
    const kind = freeze ? "wallets_frozen" : "wallets_released";
    await queueSecurityNotice(tx, ctx, { kind, to: { merchantId: tenant.merchantId }, detail });
  });
}
