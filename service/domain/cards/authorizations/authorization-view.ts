import type { CardAuthorization } from "../../../../contract/card-authorizations.ts";
import type { ListedAuthorization } from "../../../db/cards/authorization-lists.ts";
import { koboToWire } from "../../../ledger/kobo.ts";

/** The wire payload of an authorization. */
export function authorizationView(row: ListedAuthorization): CardAuthorization {
  return {
    id: row.id,
    cardId: row.card,
    customerId: row.customerId,
    status: row.status,
    declineCode: row.declineCode,
    declineFacts: row.declineFacts,
    amount: koboToWire(row.amount),
    held: koboToWire(row.held),
    cleared: koboToWire(row.cleared),
    refunded: koboToWire(row.refunded),
    owed: koboToWire(row.owed),
    merchantAmount: wireOrNull(row.merchantAmount),
    merchantCurrency: row.merchantCurrency,
    rate: row.rate,
    merchant: { name: row.merchantName, category: row.category, country: row.country, city: row.city },
    channel: row.channel,
    late: row.late,
    decidedInMs: row.decidedInMs,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function wireOrNull(amount: bigint | null): number | null {
  return amount === null ? null : koboToWire(amount);
}
