import { createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Context } from "../domain/context.ts";
import { createHttpIssuer } from "../providers/issuers/http-issuer.ts";

const SECRET = "test-issuer-secret-of-32-letters--";

/** An issuer that only sends: its address answers nothing. */
export const testIssuer = createHttpIssuer({
  name: "sandbox",
  baseUrl: "http://127.0.0.1:9",
  key: "none",
  callbackSecret: SECRET,
});

export type TestCard = { id: string; issuerCardId: string };

/** An active virtual card of a customer, as the life of a card leaves it. */
export async function createTestCard(
  { db, tenant, clock }: Context,
  { customerId, source = "WALLET" }: { customerId: string; source?: "WALLET" | "CARD" },
): Promise<TestCard> {
  const card = { id: randomUUID(), issuerCardId: `card_${randomUUID()}` };
  await db.query(
    `with opened as (
       insert into accounts (tenant, id, kind) select $1, nextval('account_ids'), 'card_account' where $5 = 'CARD' returning id
     )
     insert into cards (tenant, id, customer_id, wallet_account, card_account, issuer, issuer_card_id, type, source, name_on_card, brand,
       last4, expiry_month, expiry_year, status, actor, actor_name, created_at, updated_at)
     select $1, $2, $3, w.account_id, (select id from opened), 'sandbox', $4, 'VIRTUAL', $5, 'ADA OBI', 'Verve', '4242', 12, 2030,
       'active', 'job:test', 'Test', $6, $6
     from wallets w where w.tenant = $1 and w.customer_id = $3`,
    [tenant.id, card.id, customerId, card.issuerCardId, source, clock.now()],
  );
  return card;
}

const shop = { name: "Shoprite Lekki", category: "5411", country: "NG", city: "Lagos" };

/** Sends what an issuer sends, signed. Amounts in kobo. */
export function openTestIssuer(clock: Clock) {
  async function send(app: FastifyInstance, path: "authorizations" | "events", facts: object) {
    const payload = JSON.stringify(facts);
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const signature = createHmac("sha256", SECRET).update(`${timestamp}.${payload}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-issuer-timestamp": timestamp,
      "x-issuer-signature": signature,
    };
    const reply = await app.inject({ method: "POST", url: `/v1/issuer/sandbox/${path}`, headers, payload });
    return { status: reply.statusCode, body: reply.json() };
  }
  return {
    nextId: (kind: string) => `${kind}_${randomUUID()}`,
    send,
    /** Asks whether a card may pay at a shop in Lagos. */
    async authorize(app: FastifyInstance, card: TestCard, amount: number, facts: object = {}) {
      const authorizationId = `auth_${randomUUID()}`;
      const now = clock.now();
      const { status, body } = await send(app, "authorizations", {
        authorizationId,
        cardId: card.issuerCardId,
        amount,
        merchantAmount: amount,
        merchantCurrency: "NGN",
        rate: "1",
        merchant: shop,
        channel: "pos",
        requestedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
        ...facts,
      });
      return { authorizationId, status, decision: body.decision, code: body.code };
    },
    /** An event as the issuer sends it, to be sent once or more. */
    event(card: TestCard, kind: string, facts: object = {}) {
      const event = { eventId: `evt_${randomUUID()}`, cardId: card.issuerCardId, at: clock.now().toISOString(), kind };
      if (kind === "clear" || kind === "refund") {
        const { amount } = facts as { amount: number };
        const purchase = { merchantAmount: amount, merchantCurrency: "NGN", rate: "1", merchant: shop };
        return {
          ...event,
          ...purchase,
          authorizationId: null,
          ...(kind === "clear" ? { isFinal: false } : {}),
          ...facts,
        };
      }
      return { ...event, ...(kind === "reverse" ? { reason: null } : {}), ...facts };
    },
  };
}
