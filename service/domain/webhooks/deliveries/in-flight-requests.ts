import type { Services } from "../../context.ts";
import type { SigningKeys } from "../subscriptions/signing-keys.ts";
import type { Claimed } from "./claim-deliveries.ts";
import { targetName } from "./decide-claim.ts";
import type { ResultRecorder } from "./result-recorder.ts";
import { sendDelivery } from "./send-delivery.ts";
import type { TargetPaces } from "./target-pace.ts";

/** The body of a delivery and the keys that sign it. */
export type Message = {
  body: string;
  keys: SigningKeys;
  secrets: readonly string[];
  /** The trace context of the event. */
  traceparent: string | null;
};

export type SendHooks = {
  sent?(send: { errorCode: string | null; attempt: number; milliseconds: number }): void;
  /** Called when a request to the target has ended and its slot is free. */
  ended?(target: string): void;
};

/** A delivery waits at most this long in memory: its lease must outlast the wait and the attempt. */
const IN_HAND_MS = 2_000;

/**
 * The leased deliveries of a worker: those that wait for their target's next request, and the open requests, each until
 * its result is recorded.
 */
export type InFlightRequests = {
  /** Starts the request, now or when one of the target's requests ends. */
  start(claimed: Claimed, message: Message): void;
  /** Takes out the deliveries that have waited in memory for too long, or all that wait. They are not sent. */
  takeBack(which: "overdue" | "all"): Claimed[];
  size(): number;
  /** The leases of open requests. */
  leases(): string[];
  /** Resolves when all requests open at the call have ended and are recorded. */
  settled(): Promise<void>;
};

type Waiting = { claimed: Claimed; message: Message; since: number };

export function createInFlightRequests(
  services: Services,
  parts: { paces: TargetPaces; recorder: ResultRecorder; hooks: SendHooks; random: () => number },
): InFlightRequests {
  const { clock, providers, tracing } = services;
  const { paces, recorder, hooks, random } = parts;
  const open = new Map<Claimed, Promise<void>>();
  const inHand = new Map<string, Waiting[]>();

  const isOverdue = ({ since }: Waiting) => clock.now().getTime() - since > IN_HAND_MS;

  function startNext(target: string): void {
    const waiting = inHand.get(target) ?? [];
    for (let first = waiting[0]; first && !isOverdue(first); first = waiting[0]) {
      const began = clock.now().getTime();
      if (!paces.begin(target, began)) return;
      waiting.shift();
      const { claimed, message } = first;
      open.set(
        claimed,
        send(claimed, message, began).finally(() => open.delete(claimed)),
      );
    }
    if (waiting.length === 0) inHand.delete(target);
  }

  async function send(claimed: Claimed, message: Message, began: number): Promise<void> {
    const { job } = claimed;
    const target = targetName(job);
    const dependencies = { clock, webhooks: providers.webhooks, random, tracing };
    const { result, outcome } = await sendDelivery(dependencies, claimed, message);
    const { kind, durationMs } = outcome;
    paces.ended(target, began, { answered: kind === "answered", durationMs });
    startNext(target);
    hooks.sent?.({ errorCode: result.errorCode, attempt: job.attempt, milliseconds: durationMs });
    hooks.ended?.(target);
    await recorder.add(result);
  }

  return {
    start(claimed, message) {
      const target = targetName(claimed.job);
      const waiting = inHand.get(target) ?? [];
      inHand.set(target, waiting);
      waiting.push({ claimed, message, since: clock.now().getTime() });
      startNext(target);
    },
    takeBack(which) {
      const taken: Claimed[] = [];
      for (const [target, waiting] of inHand) {
        const back = which === "all" ? waiting.splice(0) : waiting.splice(0, waiting.filter(isOverdue).length);
        for (const { claimed } of back) {
          paces.dropped(target);
          taken.push(claimed);
        }
        if (waiting.length === 0) inHand.delete(target);
      }
      return taken;
    },
    size: () => [...inHand.values()].reduce((sum, waiting) => sum + waiting.length, open.size),
    leases: () => [...new Set([...open.keys()].map(({ job }) => job.lease))],
    async settled() {
      await Promise.all(open.values());
    },
  };
}
