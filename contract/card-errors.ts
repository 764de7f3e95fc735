/** The failures of cards: HTTP status and exact message. Cards 2, 3. */
export const cardFailures = {
  card_issuer_missing: {
    status: 400,
    message: "Cards are not set up for this account mode. Nothing was done. Ask the platform.",
  },
  card_issuer_unavailable: {
    status: 503,
    message: "The card issuer does not answer. Nothing was done. Try again shortly.",
  },
  card_issuer_refused: { status: 422, message: "The card issuer refused this. Nothing was done." },
  card_order_open: {
    status: 503,
    message: "The card issuer has not answered yet. The order is repeated until it does; see GET /card/{id}.",
  },
  card_closed: { status: 409, message: "This card is closed. Nothing was done." },
  card_not_active: { status: 409, message: "This card is not active. Nothing was done." },
  card_already_frozen: { status: 409, message: "This card has this lock already. Nothing was done." },
  card_lock_missing: {
    status: 409,
    message: "This card has no such lock. Only the side that locked a card can unlock it. Nothing was done.",
  },
  card_activation_refused: {
    status: 400,
    message: "This customer has no delivered card that ends with these digits. Nothing was done.",
  },
  card_without_account: {
    status: 400,
    message: "This card pays from the wallet. Activate it without an amount. Nothing was done.",
  },
  card_replaced_already: { status: 409, message: "A replacement of this card was ordered already. Nothing was done." },
  card_network_refused: { status: 400, message: "The card network refused this. Nothing was done." },
} as const;
