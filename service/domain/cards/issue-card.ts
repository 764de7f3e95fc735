import type { Card, IssueCardBody } from "../../../contract/cards.ts";
import { type CardOwner, findCardOwner, insertCard, openCardAccount } from "../../db/cards/cards.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { controlsOf, controlsView } from "./card-view.ts";
import { issuerOf } from "./issuer-of.ts";
import { findOrder, orderCard, writeOrder } from "./order-card.ts";

/**
 * Issues a card to a customer: the order commits before the issuer hears of it, and the same Idempotency-Key continues the same card.
 * Returns the wire payload. Cards 2, 3, decision 0155.
 * @throws `customer_not_found`, `card_issuer_missing`, `idempotency_key_reused`, `idempotency_in_flight`, and what `orderCard` throws
 */
export async function issueCard(ctx: Context, input: IssueCardBody): Promise<{ card: Card }> {
  const owner = await findCardOwner(ctx.db, ctx.tenant.id, input.customerId);
  if (!owner) throw new Failure("customer_not_found");
  const issuer = issuerOf(ctx);
  const { id, known } = await findOrder(ctx);
  const isSame = known?.customerId === input.customerId && known.type === input.type && known.source === input.source;
  if (known && !isSame) throw new Failure("idempotency_key_reused");
  if (!known) await recordOrder(ctx, { id, issuer: issuer.name, owner }, input);
  return { card: await orderCard(ctx, id) };
}

type Order = { id: string; issuer: string; owner: CardOwner };

async function recordOrder(ctx: Context, { id, issuer, owner }: Order, input: IssueCardBody): Promise<void> {
  const { customerId, address1, address2, type, source, currency, label = null, controls = {} } = input;
  const tenant = ctx.tenant.id;
  const address = [address1, address2].filter((line) => line !== undefined).join("\n");
  const limits = controlsOf(controls);
  await writeOrder(ctx, async (tx) => {
    await insertCard(tx, tenant, {
      ...limits,
      id,
      customerId,
      walletAccount: owner.walletAccount,
      cardAccount: source === "CARD" ? await openCardAccount(tx, tenant) : null,
      issuer,
      type,
      source,
      currency,
      label,
      nameOnCard: `${owner.firstName} ${owner.lastName}`.toUpperCase().slice(0, 26),
      addressSealed: ctx.providers.secrets.seal(address, "cards.address_sealed", id),
      replaces: null,
      reason: null,
      actor: `${ctx.actor.kind}:${ctx.actor.id}`,
      actorName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    });
    const after = { customerId, type, source, label, controls: controlsView(limits) };
    await recordAudit(tx, ctx, { action: "card.order", object: { kind: "card", id }, after });
  });
}
