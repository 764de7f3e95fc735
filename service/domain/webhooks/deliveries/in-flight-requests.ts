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
  /** Called when a request has ended and its slot is free. */
  ended?(): void;
};

/** The open requests of a worker, each until its result is recorded. */
export type InFlightRequests = {
  start(claimed: Claimed, message: Message): void;
  size(): number;
  /** The leases of open requests. */
  leases(): string[];
  /** Resolves when all requests open at the call have ended and are recorded. */
  settled(): Promise<void>;
};

export function createInFlightRequests(
  services: Services,
  parts: { paces: TargetPaces; recorder: ResultRecorder; hooks: SendHooks; random: () => number },
): InFlightRequests {
  const { clock, providers, tracing } = services;
  const { paces, recorder, hooks, random } = parts;
  const open = new Map<Claimed, Promise<void>>();

  async function send(claimed: Claimed, message: Message): Promise<void> {
    const { job, claimedAt } = claimed;
    const dependencies = { clock, webhooks: providers.webhooks, random, tracing };
    const { result, outcome } = await sendDelivery(dependencies, claimed, message);
    const { kind, durationMs } = outcome;
    paces.ended(targetName(job), claimedAt.getTime(), { answered: kind === "answered", durationMs });
    hooks.sent?.({ errorCode: result.errorCode, attempt: job.attempt, milliseconds: durationMs });
    hooks.ended?.();
    await recorder.add(result);
  }

  return {
    start(claimed, message) {
      open.set(
        claimed,
        send(claimed, message).finally(() => open.delete(claimed)),
      );
    },
    size: () => open.size,
    leases: () => [...new Set([...open.keys()].map(({ job }) => job.lease))],
    async settled() {
      await Promise.all(open.values());
    },
  };
}
