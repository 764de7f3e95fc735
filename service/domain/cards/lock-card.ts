import type { Card } from "../../../contract/cards.ts";
import type { CardRow } from "../../db/cards/cards.ts";
import { queueNotice } from "../../db/cards/issuer-notices.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { changeCard } from "./change-card.ts";
import { informIssuer } from "./inform-issuer.ts";
import { assertOpen, doneBy, findOpenCard, issuerOf } from "./issuer-of.ts";

/** The locks that callers set; the issuer's own lock only the issuer removes. */
type Lock = "customer" | "merchant";

const isLocked = (card: CardRow, lock: Lock) =>
  lock === "customer" ? card.isLockedByCustomer : card.isLockedByMerchant;
const lockChange = (lock: Lock, on: boolean) =>
  lock === "customer" ? { isLockedByCustomer: on } : { isLockedByMerchant: on };

/**
 * Sets one lock of a card. It counts from the commit, because the issuer asks us about every payment; the issuer hears of it after, and
 * again until it has answered. Returns the wire payload. Cards 3, decision 0158.
 * @throws `card_not_found`, `card_closed`, `card_not_active`, `card_already_frozen`
 */
export async function freezeCard(
  ctx: Context,
  { id, reason, lock }: { id: string; reason: string; lock: Lock },
): Promise<{ card: Card }> {
  const card = await changeCard(ctx, id, (row) => {
    assertOpen(row);
    if (isLocked(row, lock)) throw new Failure("card_already_frozen");
    return { action: "card.freeze", ...lockChange(lock, true), reason, note: reason, informsIssuer: true };
  });
  await informIssuer(ctx, id);
  return { card };
}

/**
 * Removes one lock of a card; others stay, and so does `frozen` until the last is gone. The issuer hears of it first: without its answer
 * nothing changes here, and the worker locks the card there again, in case it was unlocked. Returns the wire payload. Cards 3.
 * @throws `card_not_found`, `card_closed`, `card_not_active`, `card_lock_missing`, `card_issuer_unavailable`, `card_issuer_refused`
 */
export async function unfreezeCard(
  ctx: Context,
  { id, reason = null, lock }: { id: string; reason?: string | null | undefined; lock: Lock },
): Promise<{ card: Card }> {
  const found = await findOpenCard(ctx, id);
  if (!isLocked(found, lock)) throw new Failure("card_lock_missing");
  const isLast = !isLocked(found, lock === "customer" ? "merchant" : "customer");
  if (isLast) await unfreezeAtIssuer(ctx, found);
  const card = await changeCard(ctx, id, (row) => {
    assertOpen(row);
    if (!isLocked(row, lock)) throw new Failure("card_lock_missing");
    return { action: "card.unfreeze", ...lockChange(lock, false), reason, note: reason, informsIssuer: true };
  });
  await informIssuer(ctx, id);
  return { card };
}

async function unfreezeAtIssuer(
  ctx: Context,
  { id, issuerCardId }: { id: string; issuerCardId: string },
): Promise<void> {
  const answer = await issuerOf(ctx).unfreeze(issuerCardId);
  if (answer.outcome === "unknown") {
    const { tenant, clock, db } = ctx;
    await queueNotice(db, { tenant: tenant.id, id, hasControls: false, at: clock.now() });
  }
  doneBy(answer);
}
