import { inTransaction } from "../db/pool.ts";
import {
  decideAuthorization,
  insertAuthorization,
  insertEvent,
  recordDelivered,
  updateAuthorization,
} from "./books.ts";
import { type Desk, toJson } from "./desk.ts";
import type { Amounts, Merchant, Outcome } from "./network.ts";

type PastEvent = { eventId: string; kind: string; at: string; [fact: string]: unknown };

/** A payment that happened before: the question with our answer, and what was reported since. Kobo. */
export type PastPayment = {
  authorizationId: string;
  cardId: string;
  amounts: Amounts;
  merchant: Merchant;
  channel: string;
  askedAt: Date;
  expiresAt: Date;
  code: string | null;
  status: "approved" | "declined" | "cleared" | "reversed" | "expired";
  authorized: bigint;
  cleared: bigint;
  events: (PastEvent & { entry: { kind: "clear" | "refund"; amount: bigint } | null })[];
};

/** Writes payments into the books as if they had happened then, for a demonstration whose own books have them. Decision 0161. */
export async function recordHistory(
  { db }: Desk,
  { payments }: { payments: readonly PastPayment[] },
): Promise<Outcome> {
  await inTransaction(db, async (tx) => {
    for (const past of payments) {
      const { authorizationId: id, cardId: card, amounts, merchant, channel, askedAt, expiresAt, code } = past;
      const facts = JSON.parse(toJson({ ...amounts, merchant, channel })) as object;
      await insertAuthorization(tx, { id, card, amount: amounts.amount, facts, askedAt, expiresAt });
      await decideAuthorization(tx, id, { status: past.status === "declined" ? "declined" : "approved", code });
      await updateAuthorization(tx, id, past);
      for (const { entry, ...event } of past.events) {
        const at = new Date(event.at);
        const booked = entry && { ...entry, authorizationId: id };
        await insertEvent(
          tx,
          { eventId: event.eventId, card, body: toJson({ ...event, cardId: card }), entry: booked },
          at,
        );
        await recordDelivered(tx, event.eventId, at);
      }
    }
  });
  return { authorizationId: null, status: "booked", code: null };
}
