import { lockRestrictedKey, stopRestrictedKey } from "../../../db/auth/restricted-keys.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/** Revokes a key: calls with it are refused from now on. Decision 0087. @throws `restricted_key_not_found` */
export async function revokeRestrictedKey(ctx: Context, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const key = await lockRestrictedKey(tx, ctx.tenant.id, { id, now });
    if (!key) throw new Failure("restricted_key_not_found");
    await stopRestrictedKey(tx, ctx.tenant.id, id, now);
    await recordAudit(tx, ctx, {
      action: "restricted_key.revoke",
      object: { kind: "restricted_key", id },
      before: { name: key.name },
    });
  });
  ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
}
