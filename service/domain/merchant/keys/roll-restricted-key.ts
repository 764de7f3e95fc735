import { lockRestrictedKey, stopRestrictedKey } from "../../../db/auth/restricted-keys.ts";
import { lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction } from "../../../db/pool.ts";
import { memberActor } from "../../auth/member-actor.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertHolds } from "../../team/team-rules.ts";
import { addRestrictedKey, type CreatedRestrictedKey } from "./create-restricted-key.ts";

const HOUR_MS = 3_600_000;

/**
 * Replaces a key by one with the same name, permissions, addresses and end. The old one works for another `overlapHours`
 * (0–72). Decision 0087. Returns the new key in clear.
 * @throws `restricted_key_not_found`, also for a key that has been rolled; `permission_not_held`; `restricted_key_limit`
 */
export async function rollRestrictedKey(
  ctx: Context,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<CreatedRestrictedKey> {
  const now = ctx.clock.now();
  const rolled = await inTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, ctx.tenant.merchantId);
    const old = await lockRestrictedKey(tx, ctx.tenant.id, { id, now });
    if (!old || old.stopsAt) throw new Failure("restricted_key_not_found");
    assertHolds(memberActor(ctx).permissions, old.permissions);
    const stopsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
    await stopRestrictedKey(tx, ctx.tenant.id, id, stopsAt);
    const { name, permissions, allowedAddresses, expiresAt } = old;
    const made = await addRestrictedKey(tx, ctx, { name, permissions, allowedAddresses, expiresAt });
    await recordAudit(tx, ctx, {
      action: "restricted_key.roll",
      object: { kind: "restricted_key", id: made.id },
      after: { name, replaced: id, stopsAt, overlapHours },
    });
    return made;
  });
  ctx.callers?.forgetMerchant(ctx.tenant.merchantId);
  return rolled;
}
