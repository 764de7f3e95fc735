import type { Endpoint } from "../../../../contract/endpoint.ts";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { RestrictedKeyBody } from "../../../../contract/restricted-keys.ts";
import { restrictedKeyTexts } from "../../../../contract/texts/restricted-keys.ts";
import { countRestrictedKeys, insertRestrictedKey } from "../../../db/auth/restricted-keys.ts";
import { lockMerchant } from "../../../db/merchant/merchants.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { assertMayHoldKeys, memberActor } from "../../auth/member-actor.ts";
import { hashOfKey } from "../../auth/merchant-keys.ts";
import { newRestrictedKey } from "../../auth/restricted-key.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { assertHolds } from "../../team/team-rules.ts";

const MAX_KEYS = 50;

export type CreatedRestrictedKey = { id: string; name: string; key: string };

/**
 * Creates a named key for the context's mode with some of the permissions of keys, for some addresses, until a time if
 * one is given. The key is returned once and stored as a hash. Decision 0087.
 * @throws `permission_not_held` for permissions that the actor lacks; `restricted_key_limit`; `validation_failed` for an
 * end in the past
 */
export async function createRestrictedKey(ctx: Context, input: RestrictedKeyBody): Promise<CreatedRestrictedKey> {
  const actor = memberActor(ctx);
  assertHolds(actor.permissions, input.permissions);
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt <= ctx.clock.now()) {
    const message = restrictedKeyTexts.endInPast;
    throw new Failure("validation_failed", {
      message: `expiresAt ${message}.`,
      errors: [{ field: "expiresAt", message }],
    });
  }
  return await inTransaction(ctx.db, async (tx) => {
    await lockMerchant(tx, ctx.tenant.merchantId); // Concurrent calls must not exceed the limit together.
    const made = await addRestrictedKey(tx, ctx, {
      name: input.name,
      permissions: [...new Set(input.permissions)],
      allowedAddresses: [...new Set(input.allowedAddresses)],
      expiresAt,
    });
    await recordAudit(tx, ctx, {
      action: "restricted_key.create",
      object: { kind: "restricted_key", id: made.id },
      after: input,
    });
    return made;
  });
}

type NewKey = { name: string; permissions: string[]; allowedAddresses: string[]; expiresAt: Date | null };

/** The permissions with which a key moves money that a member needs approval for. */
const MOVES_MONEY: ReadonlySet<string> = new Set(
  (Object.values(endpoints) as Endpoint[])
    .filter(({ money }) => money === "approval")
    .flatMap(({ permission }) => permission ?? []),
);

/** Inserts a key in `tx` and tells the merchant by mail. @throws `restricted_key_limit`, `key_above_limit` */
export async function addRestrictedKey(tx: Transaction, ctx: Context, input: NewKey): Promise<CreatedRestrictedKey> {
  if (input.permissions.some((permission) => MOVES_MONEY.has(permission))) assertMayHoldKeys(ctx);
  const at = ctx.clock.now();
  const { tenant } = ctx;
  if ((await countRestrictedKeys(tx, tenant.id, at)) >= MAX_KEYS) throw new Failure("restricted_key_limit");
  const id = ctx.ids.next();
  const key = newRestrictedKey(tenant.mode);
  await insertRestrictedKey(tx, {
    ...input,
    id,
    tenant: tenant.id,
    keyHash: hashOfKey(key),
    ending: key.slice(-4),
    createdBy: memberActor(ctx).id,
    at,
  });
  await queueSecurityNotice(tx, ctx, {
    kind: "restricted_key_made",
    to: { merchantId: tenant.merchantId },
    detail: `${tenant.mode} ${input.name}`,
  });
  return { id, name: input.name, key };
}
