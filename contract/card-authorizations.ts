import * as z from "zod";
import { anybody, endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import { SUBMITTED } from "./transfers.ts";
import { AmountKobo, Facts, Id, Instant, Kobo, Paging, SixDigitCode } from "./values.ts";

/**
 * Why a payment was declined. `late`: the answer would have come after the issuer stopped waiting. `card_not_active`: not activated,
 * closed or replaced. The limits are the card's own or, with `wallet_`, those of the wallet's tier. Cards 3.
 */
export const DeclineCode = z.enum([
  "insufficient_funds",
  "card_frozen",
  "card_not_active",
  "wallet_frozen",
  "wallet_daily_limit",
  "wallet_single_limit",
  "per_transaction_limit",
  "daily_limit",
  "monthly_limit",
  "channel_not_allowed",
  "category_not_allowed",
  "country_not_allowed",
  "merchant_not_allowed",
  "merchant_suspended",
  "unknown_card",
  "late",
]);
export type DeclineCode = z.infer<typeof DeclineCode>;

/** `refunded`: money came back without an authorization. Cards 3. */
export const CardAuthorizationStatus = z.enum([
  "approved",
  "declined",
  "partially_cleared",
  "cleared",
  "partially_reversed",
  "reversed",
  "expired",
  "refunded",
]);
export type CardAuthorizationStatus = z.infer<typeof CardAuthorizationStatus>;

/**
 * One payment with a card. `amount` is what the merchant asked for in kobo; `held`, `cleared`, `refunded` and `owed` are where the money
 * is now: `owed` was paid for the customer and is collected from the next credits. `merchantAmount` is in the smallest unit of
 * `merchantCurrency`. `declineFacts` are the numbers behind a decline, amounts in kobo. `late`: approved too late, so void.
 */
export const CardAuthorization = z
  .object({
    id: Id,
    cardId: Id,
    customerId: Id,
    status: CardAuthorizationStatus,
    declineCode: DeclineCode.nullable(),
    declineFacts: Facts.nullable(),
    amount: Kobo,
    held: Kobo,
    cleared: Kobo,
    refunded: Kobo,
    owed: Kobo,
    merchantAmount: Kobo.nullable(),
    merchantCurrency: z.string().nullable(),
    rate: z.string().nullable(),
    merchant: z.object({
      name: z.string().nullable(),
      category: z.string().nullable(),
      country: z.string().nullable(),
      city: z.string().nullable(),
    }),
    channel: z.string().nullable(),
    late: z.boolean(),
    decidedInMs: z.int().nullable(),
    expiresAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: "CardAuthorization" });
export type CardAuthorization = z.infer<typeof CardAuthorization>;

/** A step in the life of an authorization. `transactionIds`: its bookings. `collect`: what was owed was taken from the wallet. */
const CardAuthorizationEvent = z.object({
  kind: z.enum(["increment", "clear", "reverse", "expire", "refund", "collect"]),
  amount: Kobo,
  isFinal: z.boolean(),
  merchantAmount: Kobo.nullable(),
  merchantCurrency: z.string().nullable(),
  rate: z.string().nullable(),
  transactionIds: z.array(Id),
  at: Instant,
});

/** One authorization with its timeline and every ledger entry of its bookings, both oldest first. The entries sum to zero. */
export const CardAuthorizationDetails = CardAuthorization.extend({
  events: z.array(CardAuthorizationEvent),
  entries: z.array(
    z.object({ transactionId: Id, reference: z.string(), accountKind: z.string(), delta: Kobo, at: Instant }),
  ),
}).meta({ id: "CardAuthorizationDetails" });
export type CardAuthorizationDetails = z.infer<typeof CardAuthorizationDetails>;

/** The balance of a prepaid card in the published shape: figures are strings, amounts in kobo, `0` where there is no limit. Wire 5. */
export const CardBalance = z
  .object({
    id: Id,
    ledgerBalance: z.string(),
    availableBalance: z.string(),
    goodsLimit: z.string(),
    goodsNrTransLimit: z.string(),
    cashLimit: z.string(),
    cashNrTransLimit: z.string(),
    paymentLimit: z.string(),
    paymentNrTransLimit: z.string(),
    cardNotPresentLimit: z.string(),
    depositCreditLimit: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "CardBalance" });
export type CardBalance = z.infer<typeof CardBalance>;

const issuer = {
  tag: "Cards",
  method: "POST",
  extension: true,
  callers: anybody,
  permission: null,
  dashboard: false,
  status: 200,
  money: "direct",
  params: z.object({ issuer: z.string().max(40) }),
  /** The issuer's own shape, read after its signature was verified. */
  body: Facts,
} as const;
const reads = {
  tag: "Cards",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  source: "cards 2",
  permission: "BROWSE_CUSTOMER_WALLETS",
  params: z.object({ id: Id }),
} as const;

const prepaid = {
  tag: "Cards",
  method: "POST",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  source: "cards 2, 4",
  permission: "MANAGE_PREPAID_CARD",
  idempotent: true,
  money: "approval",
  /** `cardId`: that one of the customer's prepaid cards; without it the newest open one. */
  body: z
    .object({ customerId: Id, amount: AmountKobo, cardId: Id.optional() })
    .meta({ examples: [{ customerId: "0190a000-0000-7000-8000-000000000001", amount: 1500000 }] }),
  /** Neither is present while the request waits for approval. */
  reply: success({ transactionId: Id.optional(), reference: z.string().optional() }),
} as const;

export const cardAuthorizationEndpoints = {
  fundCard: endpoint({
    ...prepaid,
    path: "/card/fund",
    summary: "Put a customer's money on the prepaid card",
    message: ["Card funded successfully.", SUBMITTED],
  }),
  unloadCard: endpoint({
    ...prepaid,
    path: "/card/unload",
    summary: "Take money off the prepaid card, back to the wallet",
    message: ["Card unloaded successfully.", SUBMITTED],
  }),
  getCardBalance: endpoint({
    ...reads,
    params: z.object({}),
    path: "/card/balance",
    summary: "Get the balance of a prepaid card, by customer or by its last six digits",
    /** `cardId`: as for funding. */
    query: z
      .object({ customerId: Id.optional(), cardId: Id.optional(), last6: SixDigitCode.optional() })
      .refine(({ customerId, last6 }) => customerId !== undefined || last6 !== undefined, {
        error: "is needed, or last6",
        path: ["customerId"],
      })
      .meta({ examples: [{ customerId: "0190a000-0000-7000-8000-000000000001" }] }),
    reply: success({ data: CardBalance }),
  }),
  authorizeCard: endpoint({
    ...issuer,
    path: "/issuer/{issuer}/authorizations",
    summary: "Answer a card issuer whether a card may pay",
    source: "cards 2, 3",
    reply: success({ decision: z.enum(["approve", "decline"]), code: DeclineCode.nullable() }),
  }),
  receiveIssuerEvent: endpoint({
    ...issuer,
    path: "/issuer/{issuer}/events",
    summary: "Receive a signed event of a card issuer",
    source: "cards 2, 3",
    reply: success({}),
  }),
  listCardAuthorizations: endpoint({
    ...reads,
    path: "/card/{id}/authorizations",
    replica: true,
    summary: "List the payments of a card, newest first",
    query: Paging.extend({ status: CardAuthorizationStatus.optional() }),
    reply: success({ authorizations: z.array(CardAuthorization), metadata: CappedMetadata }),
  }),
  getCardAuthorization: endpoint({
    ...reads,
    path: "/card/authorization/{id}",
    summary: "Get one payment of a card with its timeline and ledger entries",
    reply: success({ authorization: CardAuthorizationDetails }),
  }),
};
