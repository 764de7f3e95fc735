import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import { SUBMITTED } from "./transfers.ts";
import { AccountNumber, AmountKobo, Id, Instant, Kobo, Paging, Reason, SearchText, visibleName } from "./values.ts";

/**
 * `requested`: the issuer has not answered yet. `frozen`: an open card with a lock. `replaced`: lost, stolen or damaged, and another card
 * took its place. Cards 3.
 */
export const CardState = z.enum([
  "requested",
  "in_production",
  "shipped",
  "pending_activation",
  "active",
  "frozen",
  "closed",
  "replaced",
]);
export type CardState = z.infer<typeof CardState>;

export const CardType = z.enum(["VIRTUAL", "PHYSICAL"]);
export const CardSource = z.enum(["WALLET", "CARD"]);
export const CardChannel = z.enum(["pos", "contactless", "online", "atm"]);
/** Who locked a card. Each side removes only its own lock. */
const CardLock = z.enum(["customer", "merchant"]);

const Category = z.string().regex(/^\d{4}$/, "must be a merchant category code of 4 digits");
const Country = z.string().regex(/^[A-Z]{2}$/, "must be a country code of 2 letters, such as NG");
const CardText = visibleName(100);
const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(50).nullable();

/** Limits in kobo and lists of what is allowed. Null: no limit, or everything is allowed. */
export const CardControls = z
  .object({
    perTransaction: Kobo.nullable(),
    daily: Kobo.nullable(),
    monthly: Kobo.nullable(),
    channels: listOf(CardChannel),
    categories: listOf(Category),
    countries: listOf(Country),
    merchants: listOf(z.string()),
  })
  .meta({ id: "CardControls" });
export type CardControls = z.infer<typeof CardControls>;

/** All controls of a card: they replace the former ones. What is missing has no limit. */
export const CardControlsBody = z
  .object({
    perTransaction: AmountKobo.nullable().optional(),
    daily: AmountKobo.nullable().optional(),
    monthly: AmountKobo.nullable().optional(),
    channels: listOf(CardChannel).optional(),
    categories: listOf(Category).optional(),
    countries: listOf(Country).optional(),
    merchants: listOf(CardText).optional(),
  })
  .meta({ examples: [{ perTransaction: 5000000, daily: 10000000, channels: ["pos", "online"], countries: ["NG"] }] });
export type CardControlsBody = z.infer<typeof CardControlsBody>;

/**
 * A card of a customer. The issuer alone knows its number; brand, last four digits and expiry are null until it has answered. `locks` says
 * who froze it. `shipping` are the steps of a physical card, oldest first.
 */
export const Card = z
  .object({
    id: Id,
    customerId: Id,
    customerName: z.string(),
    walletId: Id,
    accountNumber: AccountNumber,
    type: CardType,
    source: CardSource,
    currency: z.string(),
    label: z.string().nullable(),
    nameOnCard: z.string(),
    brand: z.string().nullable(),
    last4: z
      .string()
      .regex(/^\d{4}$/)
      .nullable(),
    expiryMonth: z.int().nullable(),
    expiryYear: z.int().nullable(),
    status: CardState,
    locks: z.object({ customer: z.boolean(), merchant: z.boolean(), issuer: z.boolean() }),
    controls: CardControls,
    shipping: z.array(z.object({ step: CardState, at: Instant })),
    replaces: Id.nullable(),
    replacedBy: Id.nullable(),
    reason: z.string().nullable(),
    createdByName: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
    closedAt: Instant.nullable(),
  })
  .meta({ id: "Card" });
export type Card = z.infer<typeof Card>;

export const IssueCardBody = z
  .object({
    customerId: Id,
    address1: CardText,
    address2: CardText.optional(),
    type: CardType.default("VIRTUAL"),
    source: CardSource.default("WALLET"),
    currency: z.literal("NGN").default("NGN"),
    label: CardText.optional(),
    controls: CardControlsBody.optional(),
  })
  .meta({
    examples: [
      { customerId: "0190a000-0000-7000-8000-000000000005", address1: "12 Marina Road, Lagos", type: "VIRTUAL" },
    ],
  });
export type IssueCardBody = z.infer<typeof IssueCardBody>;

export const CardSetupBody = z
  .object({
    appId: z.string().trim().min(1).max(200),
    appKey: z.string().min(1).max(500),
    prepaidCardPrefix: z.string().regex(/^\d{1,12}$/, "must be 1 to 12 digits"),
    loadingAccountName: CardText,
    loadingAccountNumber: AccountNumber,
    loadingAccountSortcode: z.string().regex(/^\d{3,6}$/, "must be a bank code of 3 to 6 digits"),
  })
  .meta({
    examples: [
      {
        appId: "app-4711",
        appKey: "the key that the issuer gave",
        prepaidCardPrefix: "506066",
        loadingAccountName: "Ada Ventures",
        loadingAccountNumber: "0123456789",
        loadingAccountSortcode: "058",
      },
    ],
  });
export type CardSetupBody = z.infer<typeof CardSetupBody>;

const cards = { tag: "Cards", extension: true, callers: membersAndKeys, dashboard: true, status: 200 } as const;
const reads = { ...cards, method: "GET", permission: "BROWSE_CUSTOMER_WALLETS" } as const;
const ISSUES = ["MANAGE_PREPAID_CARD", "ISSUE_CARD"] as const;
const ofCard = { params: z.object({ id: Id }), reply: success({ card: Card }) } as const;

export const cardEndpoints = {
  setUpCards: endpoint({
    ...cards,
    method: "PUT",
    path: "/card/setup",
    summary: "Keep what was agreed with the card issuer",
    source: "cards 2",
    permission: "MANAGE_PREPAID_CARD",
    message: "Card setup information successfully updated.",
    body: CardSetupBody,
    reply: success({}),
  }),
  issueCard: endpoint({
    ...cards,
    method: "POST",
    path: "/card",
    summary: "Issue a card to a customer",
    source: "cards 2, 3",
    permission: ISSUES,
    idempotent: true,
    message: "Card created successfully.",
    body: IssueCardBody,
    reply: success({ card: Card }),
  }),
  activateCard: endpoint({
    ...cards,
    method: "POST",
    path: "/card/activate",
    summary: "Activate a delivered card by its last six digits, and fund it",
    source: "cards 2, 3",
    permission: ISSUES,
    idempotent: true,
    money: "approval",
    message: ["Card activated successfully.", SUBMITTED],
    body: z
      .object({
        customerId: Id,
        last6: z.string().regex(/^\d{6}$/, "must be the last 6 digits of the card"),
        /** Put on a prepaid card as `POST /card/fund` does, with the same permission and approvals. */
        amount: AmountKobo.optional(),
      })
      .meta({ examples: [{ customerId: "0190a000-0000-7000-8000-000000000005", last6: "204081" }] }),
    /** `transactionId` and `reference` are those of the amount, once it has moved. */
    reply: success({ card: Card, transactionId: Id.optional(), reference: z.string().optional() }),
  }),
  listCards: endpoint({
    ...reads,
    path: "/card",
    replica: true,
    summary: "List cards, newest first, with the number in each state",
    source: "cards 2",
    query: Paging.extend({
      customerId: Id.optional(),
      status: CardState.optional(),
      type: CardType.optional(),
      source: CardSource.optional(),
      /** Part of the customer's name or the label, or the last four digits. */
      search: SearchText.optional(),
    }),
    reply: success({
      cards: z.array(Card),
      counts: z.record(CardState, z.int().min(0)),
      metadata: CappedMetadata,
    }),
  }),
  getCard: endpoint({ ...reads, ...ofCard, path: "/card/{id}", summary: "Get a card", source: "cards 2" }),
  freezeCard: endpoint({
    ...cards,
    ...ofCard,
    method: "POST",
    path: "/card/{id}/freeze",
    summary: "Freeze a card with the merchant's or the customer's lock",
    source: "cards 3",
    permission: ISSUES,
    message: "Card frozen successfully.",
    body: z.object({ reason: Reason, lock: CardLock.default("merchant") }),
  }),
  unfreezeCard: endpoint({
    ...cards,
    ...ofCard,
    method: "POST",
    path: "/card/{id}/unfreeze",
    summary: "Remove one lock of a card; other locks stay",
    source: "cards 3",
    permission: ISSUES,
    message: "Card lock removed successfully.",
    body: z.object({ reason: Reason.optional(), lock: CardLock.default("merchant") }),
  }),
  closeCard: endpoint({
    ...cards,
    ...ofCard,
    method: "POST",
    path: "/card/{id}/close",
    summary: "End a card for good",
    source: "cards 3",
    permission: "MANAGE_PREPAID_CARD",
    message: "Card closed successfully.",
    body: z.object({ reason: Reason }),
  }),
  replaceCard: endpoint({
    ...cards,
    ...ofCard,
    method: "POST",
    path: "/card/{id}/replace",
    summary: "Order a replacement of a lost, stolen or damaged card",
    source: "cards 3",
    permission: ISSUES,
    idempotent: true,
    message: "Replacement ordered successfully.",
    body: z.object({ reason: z.enum(["lost", "stolen", "damaged"]) }),
  }),
  setCardControls: endpoint({
    ...cards,
    ...ofCard,
    method: "PUT",
    path: "/card/{id}/controls",
    summary: "Replace all limits and lists of a card",
    source: "cards 2",
    permission: "MANAGE_PREPAID_CARD",
    message: "Card controls successfully updated.",
    body: CardControlsBody,
  }),
  revealCard: endpoint({
    ...cards,
    method: "POST",
    path: "/card/{id}/reveal",
    summary: "Get the one-time address of the issuer's page with the card's number",
    source: "cards 1, 2",
    permission: ISSUES,
    stepUp: true,
    params: z.object({ id: Id }),
    /** `embedder`: the origin that shows the page in a frame; the dashboard's without it. */
    body: z
      .object({ embedder: z.url({ protocol: /^https?$/ }).optional() })
      .meta({ examples: [{ embedder: "https://shop.example" }] })
      .optional(),
    reply: success({ reveal: z.object({ url: z.string(), expiresAt: Instant }) }),
  }),
};
