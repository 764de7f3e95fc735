import type { Context, Services } from "../../domain/context.ts";
import { createDeliverer } from "../../domain/webhooks/deliveries/deliver-due-webhooks.ts";
import { foldStats } from "../../domain/webhooks/deliveries/fold-stats.ts";
import { listDeliveries } from "../../domain/webhooks/deliveries/list-deliveries.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { replayDelivery } from "../../domain/webhooks/replays/replay-delivery.ts";
import { subscribe } from "../../domain/webhooks/subscriptions/subscribe.ts";
import { testSubscription } from "../../domain/webhooks/subscriptions/test-subscription.ts";
import { type DemoMerchant, type StoryEvent, workingTime } from "./demo-story.ts";
import type { Random } from "./random.ts";
import type { SimulatedClock } from "./simulated-time.ts";

type WebhookClient = Services["providers"]["webhooks"];
type Options = { merchant: DemoMerchant; services: Services; clock: SimulatedClock; random: Random; until: Date };

export type DemoWebhooks = {
  events: StoryEvent[];
  /** Fans out and sends the events of the time since the last call, with their retries. */
  settle(): Promise<void>;
  /** Leaves one delivery pending before its second attempt, and folds the statistics. */
  finish(): Promise<void>;
};

const SUBSCRIBED_DAYS = 6;
const RETRY_SECONDS = [64, 304];
const BOOKS = "https://books.ada-ventures.example/webhooks";
const CRM = "https://crm.ada-ventures.example/hooks/wallets";

/**
 * Creates two subscriptions of the last days and everything sent to them, with the production code; only the receivers
 * are simulated: one always answers, the other answers some events late and some never. Api 8.
 */
export function demoWebhooks(options: Options): DemoWebhooks {
  const { merchant, clock, until } = options;
  const services = { ...options.services };
  const receiver = createReceivers(options.random);
  services.providers = { ...services.providers, webhooks: receiver };
  const act = (): Context => ({ ...merchant.contextOf("Admin"), providers: services.providers });
  let wasBusy = false;
  const deliverer = createDeliverer(services, {
    hooks: {
      claimed: ({ sent, paced }) => {
        wasBusy = sent + paced > 0;
      },
    },
  });
  let isListening = false;

  async function fanOut(): Promise<void> {
    while (true) {
      const { records, quarantined } = await fanOutEvents(services);
      if (quarantined) throw quarantined.error;
      if (records === 0) return;
    }
  }

  // The clock does not advance on its own, so each step makes postponed deliveries due.
  async function sendDue(): Promise<void> {
    do {
      wasBusy = false;
      await deliverer.deliver();
      while (deliverer.open() > 0) await new Promise((resolve) => setTimeout(resolve, 1));
      clock.advanceTo(new Date(clock.now().getTime() + 250));
    } while (wasBusy);
  }

  async function settle(): Promise<void> {
    if (!isListening) return;
    await fanOut();
    await sendDue();
    for (const seconds of RETRY_SECONDS) {
      if (!receiver.hasPendingRetries()) return;
      clock.advanceTo(new Date(clock.now().getTime() + seconds * 1_000));
      await sendDue();
    }
  }

  return {
    events: [
      {
        at: workingTime(options, SUBSCRIBED_DAYS),
        async run() {
          // Earlier events had no listener.
          await fanOut();
          const books = { url: BOOKS, events: ["*" as const], description: "Bookkeeping", overflow: "queue" as const };
          const crm = {
            url: CRM,
            events: ["wallet.credit" as const, "wallet.debit" as const],
            description: "Customer care",
          };
          const { data } = await subscribe(act(), books);
          await subscribe(act(), crm);
          await testSubscription(act(), { id: data.id });
          isListening = true;
        },
      },
    ],
    settle,
    async finish() {
      clock.advanceTo(new Date(until.getTime() - 45_000));
      const { data } = await listDeliveries(act(), { page: 1, perPage: 1, test: "hide", status: "failed" });
      if (!data[0]) throw new Error("the demo has no failed delivery");
      await replayDelivery(act(), { id: data[0].id });
      await sendDue();
      await foldStats(services);
      await deliverer.drain(1_000);
    },
  };
}

/** Simulated receivers. `crm` treats every attempt of an event the same way. */
function createReceivers(random: Random): WebhookClient & { hasPendingRetries(): boolean } {
  const behaviours = new Map<string, "well" | "late" | "never">();
  const pendingRetries = new Set<string>();
  let events = 0;
  const behaviourOf = (eventId: string) => {
    const known = behaviours.get(eventId);
    if (known) return known;
    events += 1;
    const behaviour = events % 11 === 4 ? "never" : events % 5 === 2 ? "late" : "well";
    behaviours.set(eventId, behaviour);
    return behaviour;
  };
  return {
    hasPendingRetries: () => pendingRetries.size > 0,
    findRefusal: async () => null,
    close: async () => undefined,
    async send({ url, headers }) {
      const attempt = Number(headers["x-webhook-attempt"]);
      const behaviour = url === CRM ? behaviourOf(headers["x-webhook-event-id"] ?? "") : "well";
      const isWell = behaviour === "well" || (behaviour === "late" && attempt > 1);
      const delivery = headers["x-webhook-delivery-id"] ?? "";
      if (isWell || attempt === 3) pendingRetries.delete(delivery);
      else pendingRetries.add(delivery);
      const body = isWell ? '{"received":true}' : '{"error":"database is locked"}';
      return {
        kind: "answered",
        status: isWell ? 200 : 500,
        headers: { "content-type": "application/json", server: "nginx" },
        body,
        bodyBytes: body.length,
        truncated: false,
        repaired: false,
        remoteAddress: "203.0.113.80",
        durationMs: random.whole(28, isWell ? 190 : 900),
      };
    },
  };
}
