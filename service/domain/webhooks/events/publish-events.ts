import { markFannedOut, type OutboxRecord } from "../../../db/ledger/outbox.ts";
import type { Transaction } from "../../../db/pool.ts";
import {
  type ApprovalFact,
  type CustomerFact,
  findApprovalFacts,
  findCustomerFacts,
  findPostedFacts,
  findSuspendedCreditFacts,
  findTenantsOfJournals,
  type ObjectKey,
  type PostedFact,
  type SuspendedCreditFact,
} from "../../../db/webhooks/event-facts.ts";
import { insertDeliveries, type NewDelivery } from "../../../db/webhooks/webhook-deliveries.ts";
import { type ConsideredTarget, insertEvents, type WebhookEventRow } from "../../../db/webhooks/webhook-events.ts";
import { findListeners, type ListenerRow } from "../../../db/webhooks/webhook-listeners.ts";
import type { Services } from "../../context.ts";
import {
  type EventDraft,
  eventsOfCustomer,
  eventsOfFailed,
  eventsOfPosted,
  eventsOfSubmitted,
  eventsOfSuspendedCredit,
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

type Draft = EventDraft & { listener: ListenerRow; at: Date };

/** The events of the outbox records for tenants that listen, in record order. */
async function draftEvents(tx: Transaction, records: readonly OutboxRecord[]): Promise<Draft[]> {
  const journals = records.flatMap((record) => record.journal ?? []);
  const tenants = new Set(records.flatMap((record) => record.tenant ?? []));
  for (const tenant of await findTenantsOfJournals(tx, journals)) tenants.add(tenant);
  const listeners = new Map((await findListeners(tx, [...tenants])).map((row) => [row.tenant, row]));
  if (listeners.size === 0) return [];

  const relevant = records.filter((record) => record.tenant === null || listeners.has(record.tenant));
  const posted = await findPostedFacts(tx, journals, [...listeners.keys()]);
  const approvals = await findApprovalFacts(tx, objectsOf(relevant, "transaction."));
  const customers = await findCustomerFacts(tx, objectsOf(relevant, "customer."));
  const suspended = await findSuspendedCreditFacts(tx, objectsOf(relevant, "wallet.credit."));
  const facts = {
    posted: Map.groupBy(posted, (fact) => fact.journal),
    approvals: new Map(approvals.map((fact) => [fact.id, fact])),
    customers: new Map(customers.map((fact) => [fact.customerId, fact])),
    suspended: new Map(suspended.map((fact) => [fact.id, fact])),
  };
  return relevant.flatMap((record) => draftsOf(record, facts, listeners));
}

function objectsOf(records: readonly OutboxRecord[], prefix: string): ObjectKey[] {
  return records.flatMap(({ kind, tenant, objectId }) =>
    kind.startsWith(prefix) && tenant !== null && objectId !== null ? [{ tenant, id: objectId }] : [],
  );
}

type Facts = {
  posted: ReadonlyMap<bigint, readonly PostedFact[]>;
  approvals: ReadonlyMap<string, ApprovalFact>;
  customers: ReadonlyMap<string, CustomerFact>;
  suspended: ReadonlyMap<string, SuspendedCreditFact>;
};

function draftsOf(record: OutboxRecord, facts: Facts, listeners: ReadonlyMap<number, ListenerRow>): Draft[] {
  const { kind, journal, objectId, at } = record;
  const draftsFor = (tenant: number, at: Date, draft: (listener: ListenerRow) => EventDraft[]): Draft[] => {
    const listener = listeners.get(tenant);
    return listener ? draft(listener).map((event) => ({ ...event, listener, at })) : [];
  };
  if (kind === "journal") {
    const posted = (journal !== null && facts.posted.get(journal)) || [];
    return posted.flatMap((fact) => draftsFor(fact.tenant, fact.at, (listener) => eventsOfPosted(fact, listener)));
  }
  if (kind === "customer.created") {
    const fact = facts.customers.get(objectId ?? "");
    if (!fact) throw new Error(`outbox record ${record.id} names a customer that does not exist`);
    return draftsFor(fact.tenant, at, () => eventsOfCustomer(fact, at));
  }
  if (kind === "wallet.credit.suspended") {
    const fact = facts.suspended.get(objectId ?? "");
    if (!fact) throw new Error(`outbox record ${record.id} names a bank credit that does not exist`);
    return draftsFor(fact.tenant, at, () => eventsOfSuspendedCredit(fact, at));
  }
  const fact = facts.approvals.get(objectId ?? "");
  if (!fact) throw new Error(`outbox record ${record.id} names an approval that does not exist`);
  const eventsOf = kind === "transaction.pending" ? eventsOfSubmitted : eventsOfFailed;
  return draftsFor(fact.tenant, at, (listener) => eventsOf(fact, listener, at));
}

/** Adds the bodies and targets of events. A body is serialised once, here, and sent byte for byte. */
function addTargets(drafts: readonly Draft[], { ids }: Services) {
  const events: WebhookEventRow[] = [];
  const deliveries: NewDelivery[] = [];
  const routes = new Map<string, ConsideredTarget[]>();
  for (const { listener, type, reference, data, at } of drafts) {
    const { tenant, webhookMode } = listener;
    const routeName = `${tenant}:${type}`;
    const fanout = routes.get(routeName) ?? routeEvent(listener, type);
    routes.set(routeName, fanout);
    const id = ids.next();
    events.push({ tenant, id, type, reference, body: JSON.stringify({ event: type, data }), webhookMode, fanout, at });
    for (const { kind, subscriptionId, reason } of fanout) {
      if (reason !== null) continue;
      const delivery = { tenant, id: ids.next(), eventId: id, kind, subscriptionId, eventType: type };
      deliveries.push({ ...delivery, reference, replayOf: null, createdAt: at });
    }
  }
  return { events, deliveries };
}
