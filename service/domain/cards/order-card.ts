import { createHash } from "node:crypto";
import type { Card } from "../../../contract/cards.ts";
import {
  type CardRow,
  findCard,
  findCardOwner,
  type IssuedFacts,
  lockCard,
  updateIssued,
} from "../../db/cards/cards.ts";
import { insertOutboxRow } from "../../db/ledger/outbox.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Issuer, IssuerAnswer, IssuerCard, ReplacementReason } from "../../providers/issuers/issuer.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { keepAnswer, keptSince } from "../stored-answers.ts";
import { cardView } from "./card-view.ts";
import { writeStep } from "./change-card.ts";
import { issuerOf } from "./issuer-of.ts";

/**
 * The card that a request orders, `known` if it was ordered before. Its ID is derived from the Idempotency-Key, so that the same request
 * after a crash continues the same card. A key that is used again after its answer is forgotten orders another card, unless the issuer
 * has not answered the first order yet. Decision 0155.
 */
export async function findOrder(ctx: Context): Promise<{ id: string; known: CardRow | undefined }> {
  const key = ctx.pendingAnswer?.key;
  if (key === undefined) return { id: ctx.ids.next(), known: undefined };
  const seed = `card ${ctx.tenant.id} ${key}`;
  const since = keptSince(ctx);
  let id = idOf(seed);
  let known = await findCard(ctx.db, ctx.tenant.id, id);
  while (known && known.status !== "requested" && known.createdAt < since) {
    // No key has a blank.
    id = idOf(`${seed} ${id}`);
    known = await findCard(ctx.db, ctx.tenant.id, id);
  }
  return { id, known };
}

function idOf(seed: string): string {
  const bytes = createHash("sha256").update(seed).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Writes a new order in one commit. @throws `idempotency_in_flight`: a request with the same key on another process wrote it just before
 */
export async function writeOrder(ctx: Context, write: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await inTransaction(ctx.db, write);
  } catch (error) {
    if (isUniqueViolation(error, { table: "cards" })) throw new Failure("idempotency_in_flight");
    throw error;
  }
}

/**
 * Orders a requested card from its issuer, or repeats the order: the issuer makes one card for it. Returns the card that was made. A card
 * that was made before is returned as it is. Cards 3.
 * @throws `card_not_found`; `card_issuer_refused`: the card is closed; `card_order_open`: not known yet, the worker repeats the order
 */
export async function orderCard(ctx: Context, id: string): Promise<Card> {
  const card = await findCard(ctx.db, ctx.tenant.id, id);
  if (!card) throw new Failure("card_not_found");
  if (card.status !== "requested") return await answerMade(ctx, card);
  const ordered = await sendOrder(ctx, issuerOf(ctx), card);
  if (ordered.outcome === "unknown") throw new Failure("card_order_open");
  if (ordered.outcome === "refused") return await closeRefused(ctx, id, ordered.reason);
  return await recordMade(ctx, id, ordered.value);
}

/** A repeated request gets the same answer, and the refusal of its order again. */
async function answerMade(ctx: Context, card: CardRow): Promise<Card> {
  if (card.issuerCardId === null) throw refusedBecause(card.reason ?? "");
  const view = cardView(card);
  await inTransaction(ctx.db, (tx) => keepAnswer(tx, ctx, { payload: { card: view } }));
  return view;
}

const refusedBecause = (reason: string) =>
  new Failure("card_issuer_refused", { message: `The card issuer refused this: ${reason}` });

type Made = { holderId: string | null; card: IssuerCard };

async function sendOrder(ctx: Context, issuer: Issuer, card: CardRow): Promise<IssuerAnswer<Made>> {
  if (card.replaces !== null) {
    const old = await findCard(ctx.db, ctx.tenant.id, card.replaces);
    if (!old?.issuerCardId) throw new Error("a replacement without its card");
    // What the old card's reason says was checked when the replacement was ordered.
    const reason = (card.reason ?? "lost") as ReplacementReason;
    const made = await issuer.replace(old.issuerCardId, { reference: card.id, reason });
    return made.outcome === "done" ? { ...made, value: { holderId: old.issuerHolderId, card: made.value } } : made;
  }
  const owner = await findCardOwner(ctx.db, ctx.tenant.id, card.customerId);
  if (!owner) throw new Error("a card without its customer");
  const address =
    card.addressSealed === null ? "" : ctx.providers.secrets.open(card.addressSealed, "cards.address_sealed", card.id);
  const name = `${owner.firstName} ${owner.lastName}`;
  const { email, phoneNumber: phone } = owner;
  const holder = await issuer.createHolder({ reference: card.customerId, name, email, phone, address });
  if (holder.outcome !== "done") return holder;
  const { type, currency, nameOnCard } = card;
  const holderId = holder.value.id;
  const made = await issuer.createCard({ reference: card.id, holderId, type, currency, name: nameOnCard, address });
  return made.outcome === "done" ? { ...made, value: { holderId, card: made.value } } : made;
}

const STATE_OF_MADE = {
  in_production: "in_production",
  shipped: "shipped",
  delivered: "pending_activation",
  active: "active",
  frozen: "active",
  closed: "closed",
} as const;

async function recordMade(ctx: Context, id: string, made: Made): Promise<Card> {
  return await inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, ctx.tenant.id, id);
    if (!card) throw new Error("the card is gone");
    if (card.status !== "requested") return cardView(card);
    await updateIssued(tx, card, issuedFacts(ctx, made));
    const linked = { tenant: ctx.tenant.id, kind: "card.linked", objectId: id, at: ctx.clock.now() } as const;
    await insertOutboxRow(tx, linked);
    const status = STATE_OF_MADE[made.card.status];
    const isOnItsWay = status === "in_production" || status === "shipped" || status === "pending_activation";
    const view = await writeStep(tx, ctx, card, {
      action: "card.issue",
      status,
      reason: null,
      ...(isOnItsWay ? { step: status } : {}),
    });
    if (status === "active" && card.replaces !== null) await endReplaced(ctx, tx, card.replaces);
    await keepAnswer(tx, ctx, { payload: { card: view } });
    return view;
  });
}

/** Ends the damaged card whose replacement is active now. Its lock is taken in the caller's transaction. */
export async function endReplaced(ctx: Context, tx: Transaction, id: string): Promise<void> {
  const old = await lockCard(tx, ctx.tenant.id, id);
  if (!old || old.status === "replaced" || old.status === "closed") return;
  await writeStep(tx, ctx, old, { action: "card.end", status: "replaced" });
}

async function closeRefused(ctx: Context, id: string, reason: string): Promise<never> {
  const failure = refusedBecause(reason);
  await inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, ctx.tenant.id, id);
    if (card?.status !== "requested") return;
    await writeStep(tx, ctx, card, { action: "card.refuse", status: "closed", reason, note: reason });
    await keepAnswer(tx, ctx, { failure });
  });
  throw failure;
}

function issuedFacts({ providers }: Context, { holderId, card }: Made): IssuedFacts {
  const { id, brand, last4, last6, expiryMonth, expiryYear } = card;
  const last6Hash = last6HashOf(providers, last6);
  return { issuerHolderId: holderId, issuerCardId: id, brand, last4, last6Hash, expiryMonth, expiryYear };
}

/** The last six digits are kept to be compared, never to be read. */
export function last6HashOf({ secrets }: Pick<Context["providers"], "secrets">, last6: string): Buffer {
  return secrets.keyedHash(last6, "card_last6");
}
