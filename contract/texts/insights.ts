import type { DeclineCode } from "../card-authorizations.ts";

/** Reasons of failures that have no other text. Dashboard 9. */
export const insightTexts = {
  rowInvalid: "A cell of the row is not valid.",
  alreadyPaid: "The same payment was made before with this reference.",
  cancelled: "Cancelled before it was sent to the bank.",
  takenBack: "The bank took it back.",
  refusedByBank: "The bank refused it.",
  bankCode: (code: string) => `The bank answered with code ${code}.`,
  unknown: "No reason is recorded.",
} as const;

/** Why card payments were declined, without the numbers of one payment. */
export const declineTexts: Record<DeclineCode, string> = {
  insufficient_funds: "Not enough money.",
  card_frozen: "The card was frozen.",
  card_not_active: "The card was not active.",
  wallet_frozen: "The wallet was frozen.",
  wallet_daily_limit: "Above the daily limit of the wallet.",
  wallet_single_limit: "Above the limit of the wallet for one payment.",
  per_transaction_limit: "Above the limit of the card for one payment.",
  daily_limit: "Above the daily limit of the card.",
  monthly_limit: "Above the monthly limit of the card.",
  channel_not_allowed: "The card does not allow this channel.",
  category_not_allowed: "The card does not allow this kind of shop.",
  country_not_allowed: "The card does not allow this country.",
  merchant_not_allowed: "The card does not allow this shop.",
  merchant_suspended: "The merchant account was suspended.",
  unknown_card: "The card is unknown.",
  late: "The answer came too late.",
};
