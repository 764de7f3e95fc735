import { cardTexts } from "../../../../contract/texts/cards.ts";
import type { MovementPreview } from "../../../../contract/transfers.ts";
import { findPrepaidCard, type PrepaidCard } from "../../../db/cards/prepaid-cards.ts";
import { findAccountParties } from "../../../db/ledger/account-parties.ts";
import { koboFromWire } from "../../../ledger/kobo.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { approvalNeeded } from "../../submissions/approvers.ts";
import { submitForApproval } from "../../submissions/submit-for-approval.ts";
import { previewMovement } from "../../transactions/preview-movement.ts";
import { findTiers } from "../../transactions/tiers.ts";
import { transferFailure } from "../../transfers/refusals.ts";

/** Puts a customer's money on the prepaid card, or takes it back to the wallet. `amount` in kobo. `cardId`: that one of the customer's. */
export type CardMoveInput = { customerId: string; amount: number; cardId?: string | undefined };
export type CardMove = "card_fund" | "card_unload";

/** Submits the same for approval if it would be allowed now; no money moves. API 4. @throws as `moveCardMoney` */
export async function submitCardMoney(
  ctx: Context,
  kind: CardMove,
  input: CardMoveInput,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { card, preview, failures } = await checkCardMoney(ctx, kind, input);
  const [failure] = failures;
  if (failure) throw failure;
  const type = kind === "card_fund" ? "DEBIT" : "CREDIT";
  const category = kind === "card_fund" ? "CARD_FUND" : "CARD_UNLOAD";
  const { description, ...sides } = routeOf(kind, card);
  const route = { ...sides, feeBase: 0n, feeMerchant: 0n, description };
  // With the card that was meant: the customer may have a newer one when it is approved.
  const request = { ...input, cardId: card.card };
  await submitForApproval(ctx, { kind, type, category, request, route, preview }, answer);
}

/** @throws the first reason against the movement; nothing is done. As `moveCardMoney` */
export async function assertCardMoney(ctx: Context, kind: CardMove, input: CardMoveInput): Promise<void> {
  const [failure] = (await checkCardMoney(ctx, kind, input)).failures;
  if (failure) throw failure;
}

/** Previews a pending request: cost, the wallet before and after, and every reason against it. API 4. */
export async function previewCardMoney(ctx: Context, kind: CardMove, input: CardMoveInput): Promise<MovementPreview> {
  return (await checkCardMoney(ctx, kind, input)).preview;
}

async function checkCardMoney(ctx: Context, kind: CardMove, input: CardMoveInput) {
  const amount = koboFromWire(input.amount);
  const card = await prepaidCardOf(ctx, kind, input);
  const { walletAccount, account } = card;
  const [parties, tiers, approval] = await Promise.all([
    findAccountParties(ctx.db, ctx.tenant.id, [walletAccount]),
    findTiers(ctx),
    approvalNeeded(ctx, amount),
  ]);
  const wallet = parties.get(walletAccount);
  const ofCard = wallet && { ...wallet, account };
  const [source, destination] = kind === "card_fund" ? [wallet, ofCard] : [ofCard, wallet];
  const fees = { baseFee: 0n, merchantFee: 0n };
  const movement = { source, destination, amount, fees, tiers, day: lagosDay(ctx.clock.now()) };
  const { preview, failures } = previewMovement(movement, { failureOf: transferFailure, first: [] });
  // The card's account is no wallet, so it has no side of its own.
  const sides = kind === "card_fund" ? { target: null } : { source: null };
  return { card, preview: { ...preview, ...sides, approval }, failures };
}

/**
 * The customer's prepaid card. A closed card gives its money back, and takes no more than it owes.
 * @throws `card_not_found`, `card_takes_no_money`
 */
export async function prepaidCardOf(
  ctx: Context,
  kind: CardMove,
  { customerId, cardId, amount }: CardMoveInput,
): Promise<PrepaidCard> {
  const card = await findPrepaidCard(ctx.db, ctx.tenant.id, { customerId, cardId: cardId ?? null, last6Hash: null });
  if (!card) throw new Failure("card_not_found");
  if (kind === "card_unload" || card.closedAt === null) return card;
  const missing = card.owed - card.account.balance;
  if (missing <= 0n) throw new Failure("card_takes_no_money");
  if (koboFromWire(amount) > missing) {
    throw new Failure("card_takes_no_money", { message: cardTexts.closedCardOwes(missing) });
  }
  return card;
}

/** The accounts of the movement, and its description. */
export function routeOf(kind: CardMove, { walletAccount, account }: PrepaidCard) {
  return kind === "card_fund"
    ? { source: walletAccount, destination: account.id, description: "Card funded" }
    : { source: account.id, destination: walletAccount, description: "Card unloaded" };
}
