import type { DeclineCode } from "../../../../contract/card-authorizations.ts";
import type { AskedCard } from "../../../db/cards/authorizations.ts";
import { koboToWireEdge } from "../../../ledger/kobo.ts";
import type { AuthorizationRequest } from "../../../providers/issuers/issuer.ts";

/** Why an authorization is declined, with the facts behind it. Amounts in kobo. */
export type Decline = { code: DeclineCode; facts: Record<string, string | number | readonly string[]> };

type Controls = Omit<AskedCard, "tenant" | "merchantId" | "mode" | "card" | "account" | "balance" | "minBalance">;
type Asked = Pick<AuthorizationRequest, "amount" | "channel" | "merchant">;

/**
 * The first reason why the card may not pay, before its money is looked at; null if it may. The ledger checks balance and limits of the
 * wallet. A frozen wallet and a suspended merchant also stop what it does not see: a card of its own account, and a payment of 0. Pure.
 * Cards 3.
 */
export function declineOf(card: Controls, { amount, channel, merchant }: Asked): Decline | null {
  if (card.isLocked) return { code: "card_frozen", facts: {} };
  if (card.status !== "active") return { code: "card_not_active", facts: { status: card.status } };
  if (card.isMerchantSuspended) return { code: "merchant_suspended", facts: {} };
  if (card.isWalletFrozen) return { code: "wallet_frozen", facts: {} };
  return (
    overLimit("per_transaction_limit", { limit: card.perTransactionLimit, spent: 0n, amount }) ??
    overLimit("daily_limit", { limit: card.dailyLimit, spent: card.spentToday, amount }) ??
    overLimit("monthly_limit", { limit: card.monthlyLimit, spent: card.spentThisMonth, amount }) ??
    notAmong("channel_not_allowed", card.channels, channel) ??
    notAmong("category_not_allowed", card.categories, merchant.category) ??
    notAmong("country_not_allowed", card.countries, merchant.country) ??
    notAmong("merchant_not_allowed", card.merchants, merchant.name)
  );
}

function overLimit(
  code: DeclineCode,
  { limit, spent, amount }: { limit: bigint | null; spent: bigint; amount: bigint },
): Decline | null {
  if (limit === null || spent + amount <= limit) return null;
  const facts = { limit: koboToWireEdge(limit), amount: koboToWireEdge(amount) };
  return { code, facts: code === "per_transaction_limit" ? facts : { ...facts, spent: koboToWireEdge(spent) } };
}

/** Names are compared without case. */
function notAmong(code: DeclineCode, allowed: readonly string[] | null, value: string): Decline | null {
  if (allowed === null || allowed.length === 0) return null;
  const isAllowed = allowed.some((one) => one.toLowerCase() === value.toLowerCase());
  return isAllowed ? null : { code, facts: { value, allowed } };
}
