import type { Card, CardControls, CardControlsBody } from "../../../contract/cards.ts";
import type { CardControlsRow, CardRow } from "../../db/cards/cards.ts";
import { koboFromWire, koboToWire } from "../../ledger/kobo.ts";

/** The card as the wire shows it. Cards 2. Pure. */
export function cardView(row: CardRow): Card {
  return {
    id: row.id,
    customerId: row.customerId,
    customerName: row.customerName,
    walletId: row.walletId,
    accountNumber: row.accountNumber,
    type: row.type,
    source: row.source,
    currency: row.currency,
    label: row.label,
    nameOnCard: row.nameOnCard,
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiryMonth,
    expiryYear: row.expiryYear,
    status: stateOf(row),
    locks: { customer: row.isLockedByCustomer, merchant: row.isLockedByMerchant, issuer: row.isLockedByIssuer },
    controls: controlsView(row),
    shipping: row.shipping.map(({ step, at }) => ({ step, at })),
    replaces: row.replaces,
    replacedBy: row.replacedBy,
    reason: row.reason,
    createdByName: row.actorName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** An active card with any lock is frozen. Cards 3. */
export function stateOf(row: CardRow): Card["status"] {
  const isLocked = row.isLockedByCustomer || row.isLockedByMerchant || row.isLockedByIssuer;
  return row.status === "active" && isLocked ? "frozen" : row.status;
}

export function controlsView(row: CardControlsRow): CardControls {
  const kobo = (amount: bigint | null) => (amount === null ? null : koboToWire(amount));
  return {
    perTransaction: kobo(row.perTransaction),
    daily: kobo(row.daily),
    monthly: kobo(row.monthly),
    channels: row.channels as CardControls["channels"],
    categories: row.categories,
    countries: row.countries,
    merchants: row.merchants,
  };
}

/** The controls of a request. What is missing has no limit, and an empty list is as good as none. */
export function controlsOf(body: CardControlsBody): CardControlsRow {
  const kobo = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? null : koboFromWire(amount);
  const list = (items: readonly string[] | null | undefined) =>
    items && items.length > 0 ? [...new Set(items)] : null;
  return {
    perTransaction: kobo(body.perTransaction),
    daily: kobo(body.daily),
    monthly: kobo(body.monthly),
    channels: list(body.channels),
    categories: list(body.categories),
    countries: list(body.countries),
    merchants: list(body.merchants),
  };
}
