import { createHash, randomBytes, randomInt } from "node:crypto";
import { systemIds } from "../ids.ts";
import {
  type CardRow,
  findCard,
  findCardOfReference,
  hasHolder,
  insertCard,
  insertRevealToken,
  saveHolder,
  updateCard,
  useRevealToken,
} from "./books.ts";
import { newCardNumber } from "./card-number.ts";
import { type Desk, Refused } from "./desk.ts";

const CARD_YEARS = 3;
const REVEAL_MS = 60_000;

/** Creates the holder of a reference, once. */
export async function createHolder(
  { db, now }: Desk,
  { reference, ...facts }: { reference: string } & Record<string, string>,
): Promise<{ id: string }> {
  return { id: await saveHolder(db, { id: `holder_${systemIds.next()}`, reference, facts }, now()) };
}

/** Makes the card of a reference, once. */
export async function createCard(
  desk: Desk,
  order: { reference: string; holderId: string; type: "VIRTUAL" | "PHYSICAL"; currency: string; name: string },
) {
  if (!(await hasHolder(desk.db, order.holderId))) throw new Refused("holder_unknown", "There is no such holder.");
  const { holderId: holder, reference, type, currency, name } = order;
  const fresh = { ...newSecrets(desk.now()), replaces: null, keepsNumber: false };
  return shown(await makeCard(desk, { holder, reference, type, currency, name, ...fresh }));
}

export async function activate(desk: Desk, id: string) {
  const card = await mustBeOpen(desk, id);
  if (card.status !== "delivered" && card.status !== "active") {
    throw new Refused("card_not_delivered", "The card has not been delivered yet.");
  }
  await updateCard(desk.db, id, { status: "active" }, desk.now());
  // Two cards with one number cannot both pay.
  if (card.keepsNumber && card.replaces !== null) {
    await updateCard(desk.db, card.replaces, { status: "closed" }, desk.now());
  }
  return shown(await mustFind(desk, id));
}

export async function setLock(desk: Desk, id: string, lockedByProgram: boolean) {
  await mustBeOpen(desk, id);
  await updateCard(desk.db, id, { lockedByProgram }, desk.now());
  return shown(await mustFind(desk, id));
}

export async function close(desk: Desk, id: string) {
  await mustFind(desk, id);
  await updateCard(desk.db, id, { status: "closed" }, desk.now());
  return shown(await mustFind(desk, id));
}

/** A lost or stolen card ends and gets a new number; a damaged one keeps it until its replacement is active. */
export async function replace(
  desk: Desk,
  id: string,
  order: { reference: string; reason: "lost" | "stolen" | "damaged" },
) {
  const known = await findCardOfReference(desk.db, order.reference);
  if (known) return shown(known);
  const old = await mustBeOpen(desk, id);
  const keepsNumber = order.reason === "damaged";
  const { holder, type, currency, name, number, expiryMonth, expiryYear } = old;
  const kept = keepsNumber ? { number, expiryMonth, expiryYear } : {};
  const secrets = { ...newSecrets(desk.now()), ...kept };
  const { reference } = order;
  const made = await makeCard(desk, { holder, type, currency, name, reference, ...secrets, replaces: id, keepsNumber });
  if (!keepsNumber || made.status === "active") await updateCard(desk.db, id, { status: "closed" }, desk.now());
  return shown(made);
}

export async function setControls(desk: Desk, id: string, controls: object) {
  await mustBeOpen(desk, id);
  await updateCard(desk.db, id, { controls }, desk.now());
  return shown(await mustFind(desk, id));
}

/** A token for the page with the number. Only its hash is kept. */
export async function createRevealToken(desk: Desk, id: string, embedder: string | null) {
  await mustBeOpen(desk, id);
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(desk.clock.now().getTime() + REVEAL_MS);
  await insertRevealToken(desk.db, { hash: hashOf(token), card: id, embedder, expiresAt });
  return { token, expiresAt };
}

/** The card of a token, once and within its minute. */
export async function useToken(desk: Desk, token: string) {
  const used = await useRevealToken(desk.db, hashOf(token), desk.clock.now());
  return used && { card: await mustFind(desk, used.card), embedder: used.embedder };
}

async function mustFind({ db }: Desk, id: string): Promise<CardRow> {
  const card = await findCard(db, id);
  if (!card) throw new Refused("card_unknown", "This issuer has no such card.");
  return card;
}

async function mustBeOpen(desk: Desk, id: string): Promise<CardRow> {
  const card = await mustFind(desk, id);
  if (card.status === "closed") throw new Refused("card_closed", "The card is closed.");
  return card;
}

async function makeCard(
  { db, now }: Desk,
  card: Omit<CardRow, "id" | "lockedByProgram" | "lockedByIssuer" | "status">,
): Promise<CardRow> {
  const status = card.type === "VIRTUAL" ? "active" : "in_production";
  const locks = { lockedByProgram: false, lockedByIssuer: false };
  await insertCard(db, { ...card, ...locks, id: `card_${systemIds.next()}`, status }, now());
  const made = await findCardOfReference(db, card.reference);
  if (!made) throw new Error("the card was not made");
  return made;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();

function newSecrets(at: Date) {
  return {
    number: newCardNumber(),
    cvv: String(randomInt(1000)).padStart(3, "0"),
    expiryMonth: at.getUTCMonth() + 1,
    expiryYear: at.getUTCFullYear() + CARD_YEARS,
  };
}

/** What the issuer tells about a card: never its number. */
function shown(card: CardRow) {
  const isLocked = card.lockedByProgram || card.lockedByIssuer;
  return {
    id: card.id,
    status: card.status === "active" && isLocked ? "frozen" : card.status,
    brand: "Verve",
    last4: card.number.slice(-4),
    last6: card.number.slice(-6),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
  };
}
