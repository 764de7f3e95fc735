import * as z from "zod";
import { isSignedCallback } from "../rails/callback-signature.ts";
import { createRailHttp, NoAnswer, NotSent, type RailReply } from "../rails/rail-http.ts";
import { storableText } from "../storable-text.ts";
import type { Issuer, IssuerAnswer, IssuerRequest } from "./issuer.ts";

export type HttpIssuerOptions = {
  name: string;
  /** Such as `https://api.issuer.example/v1`. */
  baseUrl: string;
  /** The bearer key of our program. */
  key: string;
  /** Signs what the issuer sends us. */
  callbackSecret: string;
  timeoutMs?: number;
};

/** Longer than an issuer needs to make a card, shorter than a caller of ours waits. */
const TIMEOUT_MS = 6_000;
const CONNECTIONS = 16;

const Kobo = z.int().min(0).transform(BigInt);
const Time = z.iso.datetime().transform((text) => new Date(text));
/** Written by people: a shop may have any name. */
const Text = z.string().max(300).transform(storableText);
const Status = z.enum(["in_production", "shipped", "delivered", "active", "frozen", "closed"]);
const Holder = z.object({ id: z.string().min(1).max(100) });
const Card = z.object({
  id: z.string().min(1).max(100),
  status: Status,
  brand: z.string().min(1).max(40).transform(storableText),
  last4: z.string().regex(/^\d{4}$/),
  last6: z.string().regex(/^\d{6}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2200),
});
const Reveal = z.object({ url: z.url({ protocol: /^https?$/ }), expiresAt: Time });
const Refusal = z.object({ code: Text, message: Text });

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
const Authorization = z.object({
  authorizationId: z.string().min(1).max(100),
  cardId: z.string().min(1).max(100),
  ...amounts,
  merchant: Merchant,
  channel: z.enum(["pos", "contactless", "online", "atm"]),
  requestedAt: Time,
  expiresAt: Time,
});
const event = { eventId: z.string().min(1).max(100), cardId: z.string().min(1).max(100), at: Time };
const authorizationId = z.string().min(1).max(100);
const Event = z.discriminatedUnion("kind", [
  z.object({ ...event, kind: z.literal("increment"), authorizationId, amount: Kobo }),
  z.object({
    ...event,
    ...amounts,
    kind: z.literal("clear"),
    authorizationId: authorizationId.nullable(),
    isFinal: z.boolean(),
    merchant: Merchant,
  }),
  z.object({ ...event, kind: z.literal("reverse"), authorizationId, amount: Kobo, reason: Text.nullable() }),
  z.object({ ...event, kind: z.literal("expire"), authorizationId }),
  z.object({
    ...event,
    ...amounts,
    kind: z.literal("refund"),
    authorizationId: authorizationId.nullable(),
    merchant: Merchant,
  }),
  z.object({ ...event, kind: z.literal("status"), status: Status, reason: Text.nullable() }),
]);

/**
 * An issuer that speaks JSON with a bearer key, and signs its own requests with `x-issuer-signature` over `<x-issuer-timestamp>.<body>`.
 * Cards 1, decision 0155.
 */
export function createHttpIssuer(options: HttpIssuerOptions): Issuer {
  const { name, key, callbackSecret, timeoutMs = TIMEOUT_MS } = options;
  const http = createRailHttp({ baseUrl: options.baseUrl, timeoutMs, connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

  async function post<T>(path: string, body: object, shape: z.ZodType<T>): Promise<IssuerAnswer<T>> {
    try {
      const text = JSON.stringify(body, (_name, value) => (typeof value === "bigint" ? Number(value) : value));
      return readAnswer(await http.call({ method: "POST", path, headers, body: text }), shape);
    } catch (error) {
      if (error instanceof NotSent) return { outcome: "unknown", code: "not_sent" };
      if (error instanceof NoAnswer) return { outcome: "unknown", code: error.code };
      throw error;
    }
  }
  const step = (cardId: string, verb: string, body: object = {}) =>
    post(`cards/${encodeURIComponent(cardId)}/${verb}`, body, Card);

  return {
    name,
    createHolder: (order) => post("holders", order, Holder),
    createCard: (order) => post("cards", order, Card),
    activate: (cardId) => step(cardId, "activate"),
    freeze: (cardId) => step(cardId, "freeze"),
    unfreeze: (cardId) => step(cardId, "unfreeze"),
    close: (cardId) => step(cardId, "close"),
    replace: (cardId, order) => step(cardId, "replace", order),
    setControls: (cardId, controls) => step(cardId, "controls", controls),
    revealToken: (cardId, embedder) => post(`cards/${encodeURIComponent(cardId)}/reveal`, { embedder }, Reveal),
    readAuthorization: (request) => readSigned(callbackSecret, request, Authorization),
    readEvent: (request) => readSigned(callbackSecret, request, Event),
    end: () => http.close(),
  };
}

/** A 4xx is a refusal only if it says why in the issuer's own words: a proxy's 404 or 429 proves nothing. */
function readAnswer<T>({ status, text }: RailReply, shape: z.ZodType<T>): IssuerAnswer<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const parsed = shape.safeParse(body);
    return parsed.success ? { outcome: "done", value: parsed.data } : { outcome: "unknown", code: "unreadable" };
  }
  const refusal = Refusal.safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success) return { outcome: "unknown", code: `status_${status}` };
  return { outcome: "refused", code: refusal.data.code, reason: refusal.data.message };
}

function readSigned<T>(secret: string, request: IssuerRequest, shape: z.ZodType<T>): T | null {
  if (!isSignedCallback(secret, request, "x-issuer")) return null;
  const parsed = shape.safeParse(parseJson(request.body.toString("utf8")));
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
