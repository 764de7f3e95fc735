import { findCardOfIssuer, lockCard, takeIssuerLock } from "../../db/cards/cards.ts";
import { inTransaction } from "../../db/pool.ts";
import type { IssuerEvent } from "../../providers/issuers/issuer.ts";
import type { Context } from "../context.ts";
import { type IssuerContext, issuerContext } from "./authorizations/issuer-requests.ts";
import { type CardStep, writeStep } from "./change-card.ts";

/** The way of a physical card; an event of an earlier step that arrives late changes nothing. */
const WAY = ["requested", "in_production", "shipped", "pending_activation", "active"] as const;
const STEP_OF = { in_production: "in_production", shipped: "shipped", delivered: "pending_activation" } as const;

/**
 * Records what the issuer says about a card of its own accord: a step of its delivery, its own lock, or its end. Repetitions and events
 * that a newer one has overtaken change nothing, and an unknown card is acknowledged. Cards 3.
 */
export async function recordIssuerStatus(
  services: IssuerContext,
  issuer: { name: string; mode: Context["tenant"]["mode"] },
  event: Extract<IssuerEvent, { kind: "status" }>,
): Promise<void> {
  const place = await findCardOfIssuer(services.db, issuer.name, event.cardId);
  if (!place || place.mode !== issuer.mode) return;
  const ctx = issuerContext(services, place);
  await inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, place.tenant, place.id);
    if (!card || card.status === "closed" || card.status === "replaced") return;
    const isLock = event.status === "frozen" || event.status === "active";
    if (isLock && !(await takeIssuerLock(tx, card, event.at))) return;
    const step = stepOf(event, card.status, card.isLockedByIssuer);
    if (step) await writeStep(tx, ctx, card, step);
  });
}

function stepOf(
  { status, reason }: Extract<IssuerEvent, { kind: "status" }>,
  now: (typeof WAY)[number],
  isLockedByIssuer: boolean,
): CardStep | null {
  if (status === "closed") return { action: "card.close", status: "closed", reason, note: reason };
  if (status === "frozen") {
    return isLockedByIssuer ? null : { action: "card.freeze", isLockedByIssuer: true, reason, note: reason };
  }
  if (status === "active") {
    return isLockedByIssuer ? { action: "card.unfreeze", isLockedByIssuer: false, reason, note: reason } : null;
  }
  const next = STEP_OF[status];
  const isLater = WAY.indexOf(next) > WAY.indexOf(now);
  return isLater ? { action: "card.ship", status: next, step: next } : null;
}
