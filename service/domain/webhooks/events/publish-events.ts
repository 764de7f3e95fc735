import { markFannedOut, type OutboxRecord } from "../../../db/ledger/outbox.ts";
import type { Transaction } from "../../../db/pool.ts";
import {
  type CardFact,
  type CardPaymentFact,
  findCardFacts,
  findCardPaymentFacts,
} from "../../../db/webhooks/card-facts.ts";
import {
  type BatchFact,
  findBatchFacts,
  findWalletImportFacts,
  type WalletImportFact,
} from "../../../db/webhooks/ended-file-facts.ts";
import {
  type ApprovalFact,
  type CustomerFact,
  findApprovalFacts,
  findCustomerFacts,
  findPayoutFacts,
  findPostedFacts,
  findSuspendedCreditFacts,
  findTenantsOfJournals,
  type ObjectKey,
  type PayoutFact,
  type PostedFact,
  type SuspendedCreditFact,
} from "../../../db/webhooks/event-facts.ts";
import { insertDeliveries, type NewDelivery } from "../../../db/webhooks/webhook-deliveries.ts";
import { type ConsideredTarget, insertEvents, type NewEvent } from "../../../db/webhooks/webhook-events.ts";
import { findListeners, type ListenerRow } from "../../../db/webhooks/webhook-listeners.ts";
import { SEVERAL_TENANTS } from "../../../ledger/journal-text.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Services } from "../../context.ts";
import {
  type EventDraft,
  eventsOfBatch,
  eventsOfCustomer,
  eventsOfFailed,
  eventsOfPayout,
  eventsOfPosted,
  eventsOfSubmitted,
  eventsOfSuspendedCredit,
  eventsOfWalletImport,
} from "../../transactions/events-of.ts";
import { routeEvent } from "./route-event.ts";

export type Published = { records: number; events: number; deliveries: number };

/**
 * Publishes the events of claimed outbox records with their deliveries and marks the records as published. A tenant
 * without listeners gets no rows. Webhooks 3. @throws when a record cannot be published; the caller must roll back
 */
export async function publishEvents(
  tx: Transaction,
  services: Services,
  records: readonly OutboxRecord[],
): Promise<Published> {
  if (records.length === 0) return { records: 0, events: 0, deliveries: 0 };
  const now = services.clock.now();
  const drafts = await draftEvents(tx, records);
  const { events, deliveries } = addTargets(drafts, services);
  await insertEvents(tx, events);
  await insertDeliveries(tx, deliveries, now);
  await markFannedOut(
    tx,
    records.map((record) => record.id),
    now,
  );
  return { records: records.length, events: events.length, deliveries: deliveries.length };
}

/** `trace`: the trace context of the request that caused the event. */
type Draft = EventDraft & { listener: ListenerRow; at: Date; trace: string | null };

/** The events of the outbox records for tenants that listen, in record order. */
async function draftEvents(tx: Transaction, records: readonly OutboxRecord[]): Promise<Draft[]> {
  const journals = records.flatMap((record) => record.journal ?? []);
  const tenants = new Set(records.map((record) => record.tenant));
  // Records that the former release writes until its last process has ended.
  if (tenants.has(SEVERAL_TENANTS)) for (const tenant of await findTenantsOfJournals(tx, journals)) tenants.add(tenant);
  const listeners = new Map((await findListeners(tx, [...tenants])).map((row) => [row.tenant, row]));
  if (listeners.size === 0) return [];

  const relevant = records.filter((record) => record.tenant === SEVERAL_TENANTS || listeners.has(record.tenant));
  const posted = await findPostedFacts(tx, journals, [...listeners.keys()]);
  const approvals = await findApprovalFacts(tx, objectsOf(relevant, "transaction."));
  const customers = await findCustomerFacts(tx, objectsOf(relevant, "customer."));
  const suspended = await findSuspendedCreditFacts(tx, objectsOf(relevant, "wallet.credit."));
  const cards = await findCardFacts(tx, [...objectsOf(relevant, "card.linked"), ...objectsOf(relevant, CARD_STATUS)]);
  const cardPayments = await findCardPaymentFacts(tx, cardPaymentsOf(relevant));
  const payouts = await findPayoutFacts(tx, payoutsOf(relevant));
  const batches = await findBatchFacts(tx, objectsOf(relevant, "batch."));
  const imports = await findWalletImportFacts(tx, objectsOf(relevant, "wallet_import."));
  const facts = {
    posted: Map.groupBy(posted, (fact) => fact.journal),
    approvals: new Map(approvals.map((fact) => [fact.id, fact])),
    // Callers choose the IDs of customers, so two merchants may have the same.
    customers: new Map(customers.map((fact) => [`${fact.tenant} ${fact.customerId}`, fact])),
    suspended: new Map(suspended.map((fact) => [fact.id, fact])),
    batches: new Map(batches.map((fact) => [fact.id, fact])),
    imports: new Map(imports.map((fact) => [fact.id, fact])),
    cards: new Map(cards.map((fact) => [fact.cardId, fact])),
    cardPayments: new Map(cardPayments.map((fact) => [`${CARD_PAYMENT}${fact.n} ${fact.authorizationId}`, fact])),
    payouts: new Map(payouts.map((fact) => [`payout.${fact.state} ${fact.id}`, fact])),
  };
  return relevant.flatMap((record) => draftsOf(record, facts, listeners));
}

function objectsOf(records: readonly OutboxRecord[], prefix: string): (ObjectKey & { kind: string })[] {
  return records.flatMap(({ kind, tenant, objectId }) =>
    kind.startsWith(prefix) && objectId !== null ? [{ tenant, id: objectId, kind }] : [],
  );
}

function payoutsOf(records: readonly OutboxRecord[]) {
  return objectsOf(records, "payout.").map((key) => ({ ...key, state: stateOf(key.kind) }));
}

function cardPaymentsOf(records: readonly OutboxRecord[]) {
  return objectsOf(records, CARD_PAYMENT).map((key) => ({ ...key, n: Number(key.kind.slice(CARD_PAYMENT.length)) }));
}

/** What the kind of a record about a card's state begins with; the state follows. */
const CARD_STATUS = "card.status.";
/** What the kind of a record about a card's payment begins with; the number of its event follows, 0 for its decision. */
const CARD_PAYMENT = "card.payment.";

/** The state in the kind of a payout's record. */
function stateOf(kind: string): PayoutFact["state"] {
  return kind.slice("payout.".length) as PayoutFact["state"];
}

type Facts = {
  posted: ReadonlyMap<bigint, readonly PostedFact[]>;
  approvals: ReadonlyMap<string, ApprovalFact>;
  customers: ReadonlyMap<string, CustomerFact>;
  suspended: ReadonlyMap<string, SuspendedCreditFact>;
  cards: ReadonlyMap<string, CardFact>;
  cardPayments: ReadonlyMap<string, CardPaymentFact>;
  payouts: ReadonlyMap<string, PayoutFact>;
  batches: ReadonlyMap<string, BatchFact>;
  imports: ReadonlyMap<string, WalletImportFact>;
};

function draftsOf(record: OutboxRecord, facts: Facts, listeners: ReadonlyMap<number, ListenerRow>): Draft[] {
  const { kind, tenant, journal, at, traces } = record;
  const draftsFor = (tenant: number, at: Date, draft: Draw, trace: string | null = null): Draft[] => {
    const listener = listeners.get(tenant);
    return listener ? draft(listener).map((event) => ({ ...event, listener, at, trace })) : [];
  };
  if (kind === "journal") {
    const posted = (journal !== null && facts.posted.get(journal)) || [];
    return posted.flatMap((fact) => {
      if (tenant !== SEVERAL_TENANTS && tenant !== fact.tenant) return [];
      const trace = traces && (traces[fact.id] ?? traces.all ?? null);
      return draftsFor(fact.tenant, fact.at, (listener) => eventsOfPosted(fact, listener), trace);
    });
  }
  const object = draftObject(record, facts);
  return draftsFor(object.tenant, at, object.draft);
}

/** The events of a record that names an object, and its tenant. */
function draftObject({ id, kind, tenant, objectId, at }: OutboxRecord, facts: Facts): { tenant: number; draft: Draw } {
  const find = <F>(known: ReadonlyMap<string, F>, key: string, what: string): F => {
    const fact = known.get(key);
    if (!fact) throw new Error(`outbox record ${id} names ${what} that does not exist`);
    return fact;
  };
  const key = objectId ?? "";
  if (kind.startsWith("payout.")) {
    const fact = find(facts.payouts, `${kind} ${key}`, "a payout");
    return { tenant: fact.tenant, draft: (listener) => eventsOfPayout(fact, listener, at) };
  }
  if (kind === "card.linked") {
    const fact = find(facts.cards, key, "a card");
    return { tenant: fact.tenant, draft: () => eventsOfCard(kind, fact, at) };
  }
  if (kind.startsWith(CARD_STATUS)) {
    const fact = find(facts.cards, key, "a card");
    const status = kind.slice(CARD_STATUS.length) as CardFact["status"];
    return { tenant: fact.tenant, draft: () => eventsOfCard("card.status", { ...fact, status }, at) };
  }
  if (kind.startsWith(CARD_PAYMENT)) {
    const fact = find(facts.cardPayments, `${kind} ${key}`, "a payment of a card");
    return { tenant: fact.tenant, draft: () => eventsOfCardPayment(fact, at) };
  }
  if (kind === "customer.created") {
    const fact = find(facts.customers, `${tenant} ${key}`, "a customer");
    return { tenant: fact.tenant, draft: () => eventsOfCustomer(fact, at) };
  }
  if (kind === "wallet.credit.suspended") {
    const fact = find(facts.suspended, key, "a bank credit");
    return { tenant: fact.tenant, draft: () => eventsOfSuspendedCredit(fact, at) };
  }
  if (kind === "batch.completed") {
    const fact = find(facts.batches, key, "a batch");
    return { tenant: fact.tenant, draft: () => eventsOfBatch(fact, at) };
  }
  if (kind === "wallet_import.completed") {
    const fact = find(facts.imports, key, "an import");
    return { tenant: fact.tenant, draft: () => eventsOfWalletImport(fact, at) };
  }
  const fact = find(facts.approvals, key, "an approval");
  const eventsOf = kind === "transaction.pending" ? eventsOfSubmitted : eventsOfFailed;
  return { tenant: fact.tenant, draft: (listener) => eventsOf(fact, listener, at) };
}

type Draw = (listener: ListenerRow) => EventDraft[];

/** Adds the bodies and targets of events. A body is serialised once, here, and sent byte for byte. */
function addTargets(drafts: readonly Draft[], { ids, clock, tracing }: Services) {
  const events: NewEvent[] = [];
  const deliveries: NewDelivery[] = [];
  const routes = new Map<string, ConsideredTarget[]>();
  for (const { listener, type, reference, data, at, trace } of drafts) {
    const { tenant, webhookMode } = listener;
    const routeName = `${tenant}:${type}`;
    const fanout = routes.get(routeName) ?? routeEvent(listener, type);
    routes.set(routeName, fanout);
    const id = ids.next();
    const body = JSON.stringify({ event: type, data });
    const traceparent = trace && tracePublished({ tracing, clock }, { type, trace, at });
    events.push({ tenant, id, type, reference, body, webhookMode, fanout, at, traceparent });
    for (const { kind, subscriptionId, reason } of fanout) {
      if (reason !== null) continue;
      const delivery = { tenant, id: ids.next(), eventId: id, kind, subscriptionId, eventType: type };
      deliveries.push({ ...delivery, reference, replayOf: null, createdAt: at });
    }
  }
  return { events, deliveries };
}

/** The trace context of a published event: a span of its own in the trace of its request, or that trace as it is. Decision 0185. */
function tracePublished(
  { tracing, clock }: Pick<Services, "tracing" | "clock">,
  { type, trace, at }: { type: string; trace: string; at: Date },
): string {
  const span = tracing?.start(`publish ${type}`, { kind: "producer", parent: trace });
  span?.end({ "wallet.outbox.wait_ms": clock.now().getTime() - at.getTime() });
  return span?.traceparent ?? trace;
}

/** The event of a card that was made, or that reached a state, at `at`. Cards 5. Pure. */
function eventsOfCard(type: "card.linked" | "card.status", fact: CardFact, at: Date): EventDraft[] {
  const { tenant: _, ...facts } = fact;
  return [{ type, reference: null, data: { ...facts, timestamp: at.toISOString() } }];
}

/** The event of a decided or changed payment of a card, at `at`. Cards 5. Pure. */
function eventsOfCardPayment(fact: CardPaymentFact, at: Date): EventDraft[] {
  const { tenant: _, n: __, amount, isFinal, merchantAmount, ...facts } = fact;
  const isBooked = fact.step === "clear" || fact.step === "refund" || fact.step === "collect";
  return [
    {
      type: isBooked ? "card.transaction" : "card.authorization",
      reference: null,
      data: {
        ...facts,
        amount: koboToWire(amount),
        final: isFinal,
        merchantAmount: merchantAmount === null ? null : koboToWire(merchantAmount),
        timestamp: at.toISOString(),
      },
    },
  ];
}
