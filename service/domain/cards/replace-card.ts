import type { Card } from "../../../contract/cards.ts";
import { type CardRow, findCard, findCardOwner, insertCard, lockCard } from "../../db/cards/cards.ts";
import type { Transaction } from "../../db/pool.ts";
import type { ReplacementReason } from "../../providers/issuers/issuer.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { writeStep } from "./change-card.ts";
import { assertOpen, issuerOf } from "./issuer-of.ts";
import { findOrder, orderCard, writeOrder } from "./order-card.ts";

/**
 * Orders a replacement with the same owner and controls, and the money of a prepaid card. A lost or stolen card ends immediately; a damaged
 * one pays until its replacement is active. Returns the new card as the wire payload. Cards 3.
 * @throws `card_not_found`, `card_closed`, `card_not_active`, `card_replaced_already`, `idempotency_key_reused`,
 * `idempotency_in_flight`, and what `orderCard` throws
 */
export async function replaceCard(
  ctx: Context,
  { id: replaced, reason }: { id: string; reason: ReplacementReason },
): Promise<{ card: Card }> {
  const { id, known } = await findOrder(ctx);
  if (known && known.replaces !== replaced) throw new Failure("idempotency_key_reused");
  if (!known) await recordReplacement(ctx, { id, replaced, reason });
  return { card: await orderCard(ctx, id) };
}

async function recordReplacement(
  ctx: Context,
  { id, replaced, reason }: { id: string; replaced: string; reason: ReplacementReason },
): Promise<void> {
  const tenant = ctx.tenant.id;
  await writeOrder(ctx, async (tx) => {
    const old = await lockCard(tx, tenant, replaced);
    if (!old) throw new Failure("card_not_found");
    await assertNotReplaced(tx, old, id);
    assertOpen(old);
    issuerOf(ctx);
    const owner = await findCardOwner(tx, tenant, old.customerId);
    if (!owner) throw new Error("a card without its customer");
    const { secrets } = ctx.providers;
    const address = old.addressSealed === null ? null : secrets.open(old.addressSealed, "cards.address_sealed", old.id);
    await insertCard(tx, tenant, {
      ...old,
      id,
      walletAccount: owner.walletAccount,
      addressSealed: address === null ? null : secrets.seal(address, "cards.address_sealed", id),
      replaces: old.id,
      reason,
      actor: `${ctx.actor.kind}:${ctx.actor.id}`,
      actorName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    });
    const after = { replaces: old.id };
    await recordAudit(tx, ctx, { action: "card.order", object: { kind: "card", id }, after, reason });
    const end = reason === "damaged" ? {} : ({ status: "replaced" } as const);
    await writeStep(tx, ctx, old, { action: "card.replace", ...end, replacedBy: id, reason, note: reason });
  });
}

/** A replacement that was refused or closed leaves a damaged card as it was. */
async function assertNotReplaced(tx: Transaction, { tenant, replacedBy }: CardRow, id: string): Promise<void> {
  if (replacedBy === null) return;
  if (replacedBy === id) throw new Failure("idempotency_in_flight");
  const replacement = await findCard(tx, tenant, replacedBy);
  if (replacement && replacement.status !== "closed") throw new Failure("card_replaced_already");
}
