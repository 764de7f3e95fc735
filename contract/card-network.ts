import * as z from "zod";
import { Card, CardChannel, CardState } from "./cards.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AmountKobo, Id, visibleName } from "./values.ts";

const Merchant = z.object({
  name: visibleName(100),
  category: z.string().regex(/^\d{4}$/, "must be a merchant category code of 4 digits"),
  country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of 2 letters, such as NG"),
  city: visibleName(100),
});

/** What the shop asked in its own currency. Without it: the same amount in naira at the rate 1. */
const foreign = {
  merchantAmount: AmountKobo.optional(),
  merchantCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a currency code such as USD")
    .optional(),
  rate: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, "must be a decimal number")
    .optional(),
};

/** What the network did: an authorization is `approved`, `declined` or `void` (the answer came too late), with the reason in `code`. */
const Act = z.object({ status: z.string(), code: z.string().nullable(), authorizationId: Id.nullable() });

const network = {
  tag: "Cards",
  method: "POST",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  source: "cards 1, 2",
  permission: ["MANAGE_PREPAID_CARD", "ISSUE_CARD"],
  reply: success({ act: Act }),
} as const;
const purchase = { ...foreign, merchant: Merchant.optional() };

const EXAMPLE = { authorizationId: "0190a000-0000-7000-8000-000000000003", amount: 250000 };

/** The simulator of the card network, in sandbox only. */
export const cardNetworkEndpoints = {
  simulateAuthorize: endpoint({
    ...network,
    path: "/sandbox/card/authorize",
    summary: "Pay with a card at a shop, as the card network would ask",
    body: z
      .object({ cardId: Id, amount: AmountKobo, channel: CardChannel.default("pos"), ...purchase })
      .meta({ examples: [{ cardId: "0190a000-0000-7000-8000-000000000003", amount: 250000, channel: "pos" }] }),
  }),
  simulateIncrement: endpoint({
    ...network,
    path: "/sandbox/card/increment",
    summary: "Raise an approved card payment",
    body: z.object({ authorizationId: Id, amount: AmountKobo }),
  }),
  simulateClear: endpoint({
    ...network,
    path: "/sandbox/card/clear",
    summary: "Take the money of a card payment, in part, in full or without an authorization",
    body: z
      .object({
        authorizationId: Id.optional(),
        cardId: Id.optional(),
        amount: AmountKobo,
        final: z.boolean().default(true),
        ...purchase,
      })
      .refine(hasTarget, { error: "authorizationId or cardId is required", path: ["authorizationId"] })
      .meta({ examples: [EXAMPLE] }),
  }),
  simulateReverse: endpoint({
    ...network,
    path: "/sandbox/card/reverse",
    summary: "Give up a card payment, or a part of it",
    body: z.object({ authorizationId: Id, amount: AmountKobo.optional() }),
  }),
  simulateExpire: endpoint({
    ...network,
    path: "/sandbox/card/expire",
    summary: "End the time of an approved card payment now",
    body: z.object({ authorizationId: Id }),
  }),
  simulateRefund: endpoint({
    ...network,
    path: "/sandbox/card/refund",
    summary: "Give money back to a card, with or without its payment",
    body: z
      .object({ authorizationId: Id.optional(), cardId: Id.optional(), amount: AmountKobo, ...purchase })
      .refine(hasTarget, { error: "authorizationId or cardId is required", path: ["authorizationId"] })
      .meta({ examples: [EXAMPLE] }),
  }),
  simulateShip: endpoint({
    ...network,
    path: "/sandbox/card/ship",
    summary: "Take the next shipping step of a physical card",
    body: z.object({ cardId: Id }),
    reply: success({ card: Card, step: CardState }),
  }),
};

function hasTarget(body: { authorizationId?: string | undefined; cardId?: string | undefined }): boolean {
  return body.authorizationId !== undefined || body.cardId !== undefined;
}
