import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import {
  activate,
  close,
  createCard,
  createHolder,
  createRevealToken,
  replace,
  setControls,
  setLock,
  useToken,
} from "./cards.ts";
import { type Desk, Refused } from "./desk.ts";
import { recordHistory } from "./history.ts";
import { authorize, clear, expireNow, increment, lock, type Outcome, refund, reverse, ship } from "./network.ts";
import { hiddenPage, revealHeaders, revealPage } from "./reveal-page.ts";
import { issuerSettlementFile } from "./settlement.ts";

const Text = z.string().max(300);
const Key = z.string().min(1).max(100);
const Kobo = z.int().min(0).transform(BigInt);
const Holder = z.object({ reference: Key, name: Text, email: Text, phone: Text, address: Text });
const Order = z.object({
  reference: Key,
  holderId: Key,
  type: z.enum(["VIRTUAL", "PHYSICAL"]),
  currency: z.string().length(3),
  name: Text,
  address: Text,
});
const Replacement = z.object({ reference: Key, reason: z.enum(["lost", "stolen", "damaged"]) });
const Reveal = z.object({ embedder: z.url({ protocol: /^https?$/ }).nullable() });
const Facts = z.record(z.string(), z.unknown());
const Merchant = z.object({
  name: Text,
  category: z.string().regex(/^\d{4}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  city: Text,
});
const amounts = {
  amount: Kobo,
  merchantAmount: Kobo,
  merchantCurrency: z.string().regex(/^[A-Z]{3}$/),
  rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
};
const acts = {
  authorize: z.object({
    cardId: Key,
    ...amounts,
    merchant: Merchant,
    channel: z.enum(["pos", "contactless", "online", "atm"]),
  }),
  increment: z.object({ authorizationId: Key, amount: Kobo }),
  clear: z.object({
    cardId: Key,
    authorizationId: Key.nullable(),
    isFinal: z.boolean(),
    merchant: Merchant.nullable(),
    ...amounts,
  }),
  reverse: z.object({ authorizationId: Key, amount: Kobo.nullable() }),
  expire: z.object({ authorizationId: Key }),
  refund: z.object({ cardId: Key, authorizationId: Key.nullable(), merchant: Merchant.nullable(), ...amounts }),
  ship: z.object({ cardId: Key }),
  lock: z.object({ cardId: Key, isLocked: z.boolean() }),
};
const Time = z.iso.datetime().transform((text) => new Date(text));
const PastEvent = z.looseObject({
  eventId: Key,
  kind: z.enum(["clear", "reverse", "expire", "refund"]),
  at: z.iso.datetime(),
  entry: z.object({ kind: z.enum(["clear", "refund"]), amount: Kobo }).nullable(),
});
const History = z.object({
  payments: z.array(
    z.object({
      authorizationId: Key,
      cardId: Key,
      amounts: z.object(amounts),
      merchant: Merchant,
      channel: Text,
      askedAt: Time,
      expiresAt: Time,
      code: Text.nullable(),
      status: z.enum(["approved", "declined", "cleared", "reversed", "expired"]),
      authorized: Kobo,
      cleared: Kobo,
      events: z.array(PastEvent),
    }),
  ),
});
/** The issuer never answers an order to such an address, so that an open order can be seen. */
const NO_ANSWER = /^no answer/i;

type CardPath = { Params: { id: string } };
type Options = {
  desk: Desk;
  isClient(authorization: string | undefined): boolean;
  /** Delivers what an act reported. */
  settleSoon(): Promise<void>;
};

/** Binds the issuer below `/issuer`: its interface, its network, and the page with a card's number. Cards 1. */
export function bindIssuerRoutes(app: FastifyInstance, options: Options): void {
  bindRevealPage(app, options.desk);
  void app.register(
    async (own) => {
      own.addHook("onRequest", async (request, reply) => {
        const isKnown = options.isClient(request.headers.authorization);
        if (!isKnown) await reply.code(401).send({ code: "unauthorized", message: "The key is wrong." });
      });
      own.setErrorHandler((error, _request, reply) => answerProblem(error, reply));
      bindCards(own, options.desk);
      bindNetwork(own, options);
      bindSettlement(own, options.desk);
    },
    { prefix: "/issuer" },
  );
}

function bindRevealPage(app: FastifyInstance, desk: Desk): void {
  app.get<{ Querystring: { token?: string } }>("/issuer/reveal", async (request, reply) => {
    const { token } = request.query;
    const found = typeof token === "string" ? await useToken(desk, token) : undefined;
    if (!found) return reply.headers(revealHeaders("anybody")).send(hiddenPage());
    return reply.headers(revealHeaders(found.embedder)).send(revealPage(found.card));
  });
}

function bindCards(own: FastifyInstance, desk: Desk): void {
  own.post("/holders", async ({ body }) => createHolder(desk, Holder.parse(body)));
  own.post("/cards", async ({ body }, reply) => {
    const order = Order.parse(body);
    if (NO_ANSWER.test(order.address)) return await reply.code(503).send({ message: "The issuer is busy." });
    return await createCard(desk, order);
  });
  own.post<CardPath>("/cards/:id/activate", async ({ params }) => activate(desk, params.id));
  own.post<CardPath>("/cards/:id/freeze", async ({ params }) => setLock(desk, params.id, true));
  own.post<CardPath>("/cards/:id/unfreeze", async ({ params }) => setLock(desk, params.id, false));
  own.post<CardPath>("/cards/:id/close", async ({ params }) => close(desk, params.id));
  own.post<CardPath>("/cards/:id/replace", async ({ params, body }) => {
    return await replace(desk, params.id, Replacement.parse(body));
  });
  own.post<CardPath>("/cards/:id/controls", async ({ params, body }) => {
    return await setControls(desk, params.id, Facts.parse(body));
  });
  own.post<CardPath>("/cards/:id/reveal", async (request) => {
    const { embedder } = Reveal.parse(request.body);
    const { token, expiresAt } = await createRevealToken(desk, request.params.id, embedder);
    return { url: `${request.protocol}://${request.host}/issuer/reveal?token=${token}`, expiresAt };
  });
}

function bindSettlement(own: FastifyInstance, { db }: Desk): void {
  own.get<{ Params: { day: string } }>("/settlement/:day.csv", async (request, reply) => {
    const lines = issuerSettlementFile(db, request.params.day);
    if (!lines) return reply.code(404).send({ code: "invalid", message: "There is no such day." });
    return reply.type("text/csv; charset=utf-8").send(Readable.from(lines));
  });
}

function bindNetwork(own: FastifyInstance, { desk, settleSoon }: Options): void {
  const bind = <T>(act: string, shape: z.ZodType<T>, perform: (desk: Desk, input: T) => Promise<Outcome>) => {
    own.post(`/network/${act}`, async ({ body }) => {
      const outcome = await perform(desk, shape.parse(body));
      await settleSoon().catch(() => undefined);
      return outcome;
    });
  };
  bind("authorize", acts.authorize, authorize);
  bind("increment", acts.increment, increment);
  bind("clear", acts.clear, clear);
  bind("reverse", acts.reverse, reverse);
  bind("expire", acts.expire, expireNow);
  bind("refund", acts.refund, refund);
  bind("ship", acts.ship, ship);
  bind("lock", acts.lock, lock);
  bind("history", History, recordHistory);
}

async function answerProblem(error: unknown, reply: FastifyReply) {
  if (error instanceof Refused) return reply.code(422).send({ code: error.code, message: error.message });
  if (error instanceof z.ZodError) return reply.code(400).send({ code: "invalid", message: z.prettifyError(error) });
  throw error;
}
