import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction, type Queryable } from "../db/pool.ts";
import { systemIds } from "../ids.ts";
import {
  type AuthorizationRow,
  decideAuthorization,
  findCard,
  insertAuthorization,
  lockAuthorization,
  updateAuthorization,
  updateCard,
} from "./books.ts";
import { type Desk, toJson } from "./desk.ts";
import { expire, voidAsked } from "./settling.ts";

export type Amounts = { amount: bigint; merchantAmount: bigint; merchantCurrency: string; rate: string };
export type Merchant = { name: string; category: string; country: string; city: string };
/** What became of an act in the network. */
export type Outcome = { authorizationId: string | null; status: string; code: string | null };

/** The network waits this long for an answer. A late approval is void. */
const ANSWER_MS = 2_000;
const AUTHORIZATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** The shop of a clearing or refund that names none. */
const SHOP: Merchant = { name: "Sandbox shop", category: "5999", country: "NG", city: "Lagos" };

const refused = (code: string): Outcome => ({ authorizationId: null, status: "refused", code });

/** A shop asks; the service has two seconds to answer. */
export async function authorize(
  desk: Desk,
  input: Amounts & { cardId: string; merchant: Merchant; channel: string },
): Promise<Outcome> {
  const { cardId, merchant, channel, ...amounts } = input;
  if (!(await findCard(desk.db, cardId))) return refused("card_unknown");
  const id = `auth_${systemIds.next()}`;
  const requestedAt = desk.now();
  const expiresAt = new Date(requestedAt.getTime() + AUTHORIZATION_DAYS * DAY_MS);
  const facts = JSON.parse(toJson({ ...amounts, merchant, channel })) as object;
  const askedAt = desk.clock.now();
  await insertAuthorization(desk.db, { id, card: cardId, amount: amounts.amount, facts, askedAt, expiresAt });
  const question = toJson({ authorizationId: id, cardId, ...amounts, merchant, channel, requestedAt, expiresAt });
  const answer = await Promise.race([
    desk.call("authorizations", question).catch(() => null),
    sleep(ANSWER_MS, null, { ref: false }),
  ]);
  const decision = answer?.status === 200 ? readDecision(answer.text) : null;
  if (!decision) {
    await voidAsked(desk, id);
    return { authorizationId: id, status: "void", code: "late" };
  }
  await decideAuthorization(desk.db, id, decision);
  return { authorizationId: id, ...decision };
}

function readDecision(text: string): { status: "approved" | "declined"; code: string | null } | null {
  try {
    const { decision, code } = JSON.parse(text) as { decision?: unknown; code?: unknown };
    const known = typeof code === "string" ? code : null;
    if (decision === "approve") return { status: "approved", code: known };
    return decision === "decline" ? { status: "declined", code: known } : null;
  } catch {
    return null;
  }
}

/** Changes an approved authorization, in one transaction with its report. */
async function change(
  desk: Desk,
  id: string,
  next: (tx: Queryable, row: AuthorizationRow) => Promise<AuthorizationRow["status"]>,
): Promise<Outcome> {
  return await inTransaction(desk.db, async (tx) => {
    const row = await lockAuthorization(tx, id);
    if (!row) return refused("authorization_unknown");
    if (row.status === "asked" || row.status === "declined") return refused("authorization_not_approved");
    return { authorizationId: id, status: await next(tx, row), code: null };
  });
}

/** A shop asks for more on top. */
export function increment(
  desk: Desk,
  { authorizationId, amount }: { authorizationId: string; amount: bigint },
): Promise<Outcome> {
  return change(desk, authorizationId, async (tx, row) => {
    await updateAuthorization(tx, row.id, { ...row, authorized: row.authorized + amount });
    await desk.report(tx, row.card, { kind: "increment", authorizationId, amount });
    return row.status;
  });
}

/** A shop takes the money; nobody can refuse it, with or without an authorization. */
export async function clear(
  desk: Desk,
  input: Amounts & { cardId: string; authorizationId: string | null; isFinal: boolean; merchant: Merchant | null },
): Promise<Outcome> {
  const { cardId, authorizationId, isFinal, merchant, ...amounts } = input;
  const entry = { kind: "clear", authorizationId, amount: amounts.amount } as const;
  const facts = (shop: unknown) => ({ kind: "clear", authorizationId, isFinal, merchant: shop, ...amounts });
  if (authorizationId === null) {
    return await bookAlone(desk, cardId, (tx) => desk.report(tx, cardId, facts(merchant ?? SHOP), entry));
  }
  return await change(desk, authorizationId, async (tx, row) => {
    const status = isFinal ? "cleared" : row.status;
    await updateAuthorization(tx, row.id, { ...row, status, cleared: row.cleared + amounts.amount });
    await desk.report(tx, row.card, facts(merchant ?? row.facts.merchant), entry);
    return status;
  });
}

/** A shop gives up a part of an authorization, or what is left of it for null. */
export function reverse(
  desk: Desk,
  { authorizationId, amount }: { authorizationId: string; amount: bigint | null },
): Promise<Outcome> {
  return change(desk, authorizationId, async (tx, row) => {
    const rest = row.authorized > row.cleared ? row.authorized - row.cleared : 0n;
    const reversed = amount === null || amount > rest ? rest : amount;
    const status = reversed === rest && row.cleared === 0n ? "reversed" : row.status;
    await updateAuthorization(tx, row.id, { ...row, status, authorized: row.authorized - reversed });
    await desk.report(tx, row.card, { kind: "reverse", authorizationId, amount: reversed, reason: null });
    return status;
  });
}

/** The time of an authorization ends now. */
export async function expireNow(desk: Desk, { authorizationId }: { authorizationId: string }): Promise<Outcome> {
  await expire(desk, authorizationId);
  return await change(desk, authorizationId, async (_tx, row) => row.status);
}

/** A shop gives money back, with or without the purchase it belongs to. */
export async function refund(
  desk: Desk,
  input: Amounts & { cardId: string; authorizationId: string | null; merchant: Merchant | null },
): Promise<Outcome> {
  const { cardId, authorizationId, merchant, ...amounts } = input;
  const facts = { kind: "refund", authorizationId, merchant: merchant ?? SHOP, ...amounts };
  const entry = { kind: "refund", authorizationId, amount: amounts.amount } as const;
  if (authorizationId === null) {
    return await bookAlone(desk, cardId, (tx) => desk.report(tx, cardId, facts, entry));
  }
  return await change(desk, authorizationId, async (tx, row) => {
    await desk.report(tx, row.card, { ...facts, merchant: merchant ?? row.facts.merchant }, entry);
    return row.status;
  });
}

async function bookAlone(desk: Desk, cardId: string, book: (tx: Queryable) => Promise<void>): Promise<Outcome> {
  if (!(await findCard(desk.db, cardId))) return refused("card_unknown");
  await inTransaction(desk.db, book);
  return { authorizationId: null, status: "booked", code: null };
}

const NEXT_STEP = new Map([
  ["in_production", "shipped"],
  ["shipped", "delivered"],
] as const);

/** The next step of a physical card: shipped, then delivered. */
export async function ship(desk: Desk, { cardId }: { cardId: string }): Promise<Outcome> {
  const card = await findCard(desk.db, cardId);
  if (!card) return refused("card_unknown");
  const status = NEXT_STEP.get(card.status as "shipped");
  if (!status) return refused("card_not_on_its_way");
  await changeStatus(desk, cardId, { status }, { status, reason: null });
  return { authorizationId: null, status, code: null };
}

/** The issuer locks a card by itself, for suspected fraud, or takes its own lock away. */
export async function lock(desk: Desk, { cardId, isLocked }: { cardId: string; isLocked: boolean }): Promise<Outcome> {
  const card = await findCard(desk.db, cardId);
  if (card?.status !== "active") return refused("card_not_active");
  const status = isLocked ? "frozen" : "active";
  const reason = isLocked ? "Suspected fraud" : null;
  await changeStatus(desk, cardId, { lockedByIssuer: isLocked }, { status, reason });
  return { authorizationId: null, status, code: null };
}

async function changeStatus(
  { db, now, report }: Desk,
  cardId: string,
  changed: Parameters<typeof updateCard>[2],
  facts: { status: string; reason: string | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateCard(tx, cardId, changed, now());
    await report(tx, cardId, { kind: "status", ...facts });
  });
}
