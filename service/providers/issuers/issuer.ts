/** Where a card is used. */
export type IssuerChannel = "pos" | "contactless" | "online" | "atm";

/** How a card stands at its issuer. `delivered`: the physical card arrived and waits for its activation. */
export type IssuerCardStatus = "in_production" | "shipped" | "delivered" | "active" | "frozen" | "closed";

/** A card as its issuer describes it. `last6` serves the activation; it is kept as a keyed hash only. Never the number. Cards 1. */
export type IssuerCard = {
  id: string;
  status: IssuerCardStatus;
  brand: string;
  last4: string;
  last6: string;
  expiryMonth: number;
  expiryYear: number;
};

/** Who holds a card. `reference` is our customer's ID: the same reference is the same holder. */
export type HolderOrder = { reference: string; name: string; email: string; phone: string; address: string };

/** A card to make. `reference` is our card's ID: the issuer makes one card for it, however often it is asked. */
export type CardOrder = {
  reference: string;
  holderId: string;
  type: "VIRTUAL" | "PHYSICAL";
  currency: string;
  name: string;
  address: string;
};

export type ReplacementReason = "lost" | "stolen" | "damaged";

/** Limits in kobo; null and empty lists allow everything. Lists: channels, category codes, countries and merchant names. */
export type IssuerControls = {
  perTransaction: bigint | null;
  daily: bigint | null;
  monthly: bigint | null;
  channels: readonly string[];
  categories: readonly string[];
  countries: readonly string[];
  merchants: readonly string[];
};

/**
 * What the issuer answered. `unknown` proves neither that it did it nor that it did not: a time-out, a 5xx, an unreadable answer. Every
 * call may be repeated, because the issuer does the same thing once.
 */
export type IssuerAnswer<T> =
  | { outcome: "done"; value: T }
  | { outcome: "refused"; code: string; reason: string }
  | { outcome: "unknown"; code: string };

/** Amounts of a purchase: what the card pays in kobo, what the merchant asked in its own currency's smallest unit, and the rate. */
export type IssuerAmounts = { amount: bigint; merchantAmount: bigint; merchantCurrency: string; rate: string };

/** The shop. `category` is the code of four digits, `country` has two letters. */
export type IssuerMerchant = { name: string; category: string; country: string; city: string };

/** The issuer asks whether a card may pay. Times are UTC. */
export type AuthorizationRequest = IssuerAmounts & {
  authorizationId: string;
  cardId: string;
  merchant: IssuerMerchant;
  channel: IssuerChannel;
  requestedAt: Date;
  expiresAt: Date;
};

/**
 * What the issuer reports, each once by `eventId` but as often as it takes to be acknowledged. `authorizationId` is null for a clearing
 * without an authorization and a refund that names none. A `reverse` with reason "late" says that our approval came too late.
 */
export type IssuerEvent = { eventId: string; cardId: string; at: Date } & (
  | { kind: "increment"; authorizationId: string; amount: bigint }
  | ({ kind: "clear"; authorizationId: string | null; isFinal: boolean; merchant: IssuerMerchant } & IssuerAmounts)
  | { kind: "reverse"; authorizationId: string; amount: bigint; reason: string | null }
  | { kind: "expire"; authorizationId: string }
  | ({ kind: "refund"; authorizationId: string | null; merchant: IssuerMerchant } & IssuerAmounts)
  | { kind: "status"; status: IssuerCardStatus; reason: string | null }
);

/** A signed request of the issuer as it arrived. */
export type IssuerRequest = {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  receivedAt: Date;
};

/**
 * Makes cards and moves them through their life: the issuer's protocol in one place. It knows no wallets, tenants or limits of ours. No
 * call throws for what the other side does. Cards 1.
 */
export type Issuer = {
  readonly name: string;
  createHolder(order: HolderOrder): Promise<IssuerAnswer<{ id: string }>>;
  createCard(order: CardOrder): Promise<IssuerAnswer<IssuerCard>>;
  /** Lets a delivered card pay. */
  activate(cardId: string): Promise<IssuerAnswer<IssuerCard>>;
  freeze(cardId: string): Promise<IssuerAnswer<IssuerCard>>;
  unfreeze(cardId: string): Promise<IssuerAnswer<IssuerCard>>;
  close(cardId: string): Promise<IssuerAnswer<IssuerCard>>;
  /** A lost or stolen card gets a new number and ends; a damaged one keeps both until the new one is active. */
  replace(cardId: string, order: { reference: string; reason: ReplacementReason }): Promise<IssuerAnswer<IssuerCard>>;
  setControls(cardId: string, controls: IssuerControls): Promise<IssuerAnswer<IssuerCard>>;
  /** A page with the number that opens once, within a minute, in a frame of `embedder` (an origin). */
  revealToken(cardId: string, embedder: string | null): Promise<IssuerAnswer<{ url: string; expiresAt: Date }>>;
  /** Null: the signature is wrong or older than five minutes, or the body has no meaning. */
  readAuthorization(request: IssuerRequest): AuthorizationRequest | null;
  /** Null: as `readAuthorization`. */
  readEvent(request: IssuerRequest): IssuerEvent | null;
  /**
   * The settlement file of a day in Lagos ("2026-03-02") as chunks of CSV, by issuers that offer one: event, direction, naira, status, time
   * and card. Rails 6, decision 0159. @throws when it cannot be read
   */
  settlementFile?(day: string): Promise<AsyncIterable<Uint8Array>>;
  /** Ends the connections. */
  end(): Promise<void>;
};
