import { answerQuestion } from "../../domain/cards/authorizations/authorize-card.ts";
import { bookIssuerEvent } from "../../domain/cards/authorizations/record-card-event.ts";
import type { Services } from "../../domain/context.ts";
import type { StoryEvent } from "./demo-story.ts";
import { DAY_MS, HOUR_MS, type SimulatedClock } from "./simulated-time.ts";

type Network = NonNullable<Services["providers"]["cardNetwork"]>;
type Asked = Parameters<typeof answerQuestion>[1]["asked"];
type MoneyEvent = Parameters<typeof bookIssuerEvent>[2];

export const ISSUER = { name: "sandbox", mode: "SANDBOX" } as const;
const AUTHORIZATION_MS = 7 * DAY_MS;
/** A decision takes so long for each look at the clock, which does not advance on its own. */
const TICK_MS = 23;

/** A payment as the issuer's books get it. */
export type PastPayment = Extract<Parameters<Network["perform"]>[0], { act: "history" }>["payments"][number];
export type DemoCard = { id: string; issuerCardId: string; customerId: string };

const SHOPS = {
  home: { name: "Lekki Home Store", category: "5712", country: "NG", city: "Lagos" },
  groceries: { name: "Mile 12 Groceries", category: "5411", country: "NG", city: "Lagos" },
  streaming: { name: "Palm Streaming", category: "4899", country: "NG", city: "Lagos" },
  hosting: { name: "CloudPeak Hosting", category: "5734", country: "US", city: "Austin" },
  books: { name: "Yaba Book House", category: "5942", country: "NG", city: "Lagos" },
  rides: { name: "Ride Eko", category: "4121", country: "NG", city: "Lagos" },
  travel: { name: "Sunbird Travel", category: "4722", country: "NG", city: "Abuja" },
  fuel: { name: "Apapa Fuel", category: "5541", country: "NG", city: "Lagos" },
} as const;

/** What happens so many hours after the shop asked, with an amount in naira. */
type Step = readonly [hours: number, kind: "clear" | "clear part" | "reverse" | "expire" | "refund", naira: number];
export type Purchase = readonly [
  daysAgo: number,
  shop: keyof typeof SHOPS,
  naira: number,
  channel: Asked["channel"],
  ...steps: Step[],
];

type PaymentOptions = {
  services: Services;
  clock: SimulatedClock;
  until: Date;
  /** Filled with the payment when the shop has asked. */
  history: PastPayment[];
  card: () => DemoCard;
  at: number;
};

/** The question of a shop and what follows, each at its time; the decision is the service's own. */
export function paymentOf(options: PaymentOptions, [, shop, naira, channel, ...steps]: Purchase): StoryEvent[] {
  const { services, clock, until, at, history, card } = options;
  const authorizationId = `auth_demo_${at.toString(36)}`;
  const merchant = SHOPS[shop];
  const paid = { past: null as PastPayment | null };
  const context = () => ({ ...services, requestId: services.ids.next(), address: null });
  const ask = async () => {
    const { issuerCardId: cardId } = card();
    const [askedAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + AUTHORIZATION_MS)];
    const amounts = amountsOf(shop, naira);
    const asked = { ...amounts, authorizationId, cardId, merchant, channel, requestedAt: askedAt, expiresAt };
    const { decision, code } = await answerQuestion(
      { ...context(), clock: tickingClock(clock) },
      { issuer: ISSUER.name, mode: ISSUER.mode, asked },
    );
    const status = decision === "approve" ? "approved" : "declined";
    const money = { status, authorized: amounts.amount, cleared: 0n } as const;
    paid.past = { authorizationId, cardId, amounts, merchant, channel, askedAt, expiresAt, code, ...money, events: [] };
    history.push(paid.past);
  };
  const follow = async ([, kind, amount]: Step, n: number) => {
    const { past } = paid;
    if (past?.status === "declined" || !past) return;
    const facts = { eventId: `evt_${authorizationId}_${n}`, cardId: past.cardId, authorizationId, at: clock.now() };
    const event = eventOf(kind, { ...facts, ...amountsOf(shop, amount), merchant });
    await bookIssuerEvent(context(), ISSUER, event);
    Object.assign(past, afterEvent(past, event));
  };
  const hour = (hours: number) => Math.min(at + hours * HOUR_MS, until.getTime() - 1);
  return [{ at, run: ask }, ...steps.map((step, n) => ({ at: hour(step[0]), run: () => follow(step, n) }))];
}

function tickingClock(clock: SimulatedClock): Services["clock"] {
  return {
    now() {
      clock.advanceTo(new Date(clock.now().getTime() + TICK_MS));
      return clock.now();
    },
  };
}

const RATE = "1600";

/** Naira as kobo; one shop has its prices in US dollars. */
function amountsOf(shop: keyof typeof SHOPS, naira: number): PastPayment["amounts"] {
  const amount = BigInt(naira) * 100n;
  if (SHOPS[shop].country === "NG") return { amount, merchantAmount: amount, merchantCurrency: "NGN", rate: "1" };
  return { amount, merchantAmount: amount / BigInt(RATE), merchantCurrency: "USD", rate: RATE };
}

type EventFacts = Omit<Extract<MoneyEvent, { kind: "clear" }>, "kind" | "isFinal" | "authorizationId"> & {
  authorizationId: string;
};

function eventOf(kind: Step[1], facts: EventFacts): MoneyEvent {
  const { eventId, cardId, authorizationId, at, amount } = facts;
  const where = { eventId, cardId, authorizationId, at };
  if (kind === "expire") return { ...where, kind };
  if (kind === "reverse") return { ...where, kind, amount, reason: null };
  if (kind === "refund") return { ...facts, kind };
  return { ...facts, kind: "clear", isFinal: kind === "clear" };
}

/** The payment in the issuer's books after an event. */
function afterEvent(
  past: PastPayment,
  event: MoneyEvent,
): Pick<PastPayment, "status" | "authorized" | "cleared" | "events"> {
  const { status, authorized, cleared } = past;
  const isBooked = event.kind === "clear" || event.kind === "refund";
  const entry = isBooked ? { kind: event.kind, amount: event.amount } : null;
  const events = [...past.events, { ...event, entry }];
  if (event.kind === "expire") return { status: "expired", authorized, cleared, events };
  if (event.kind === "reverse") return { status: "reversed", authorized: authorized - event.amount, cleared, events };
  if (event.kind !== "clear") return { status, authorized, cleared, events };
  return { status: event.isFinal ? "cleared" : status, authorized, cleared: cleared + event.amount, events };
}
