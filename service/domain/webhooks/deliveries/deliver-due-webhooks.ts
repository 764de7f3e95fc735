import { findEventBodies } from "../../../db/webhooks/webhook-events.ts";
import { releaseLeases, returnJobs } from "../../../db/webhooks/webhook-jobs.ts";
import type { Services } from "../../context.ts";
import { loadSigningKeys } from "../subscriptions/signing-keys.ts";
import { openSigningSecrets } from "../subscriptions/signing-secret.ts";
import { type Claim, type Claimed, claimDeliveries } from "./claim-deliveries.ts";
import { targetName } from "./decide-claim.ts";
import { createInFlightRequests, type SendHooks } from "./in-flight-requests.ts";
import { createResultRecorder, type RecorderHooks } from "./result-recorder.ts";
import { createTargetPaces } from "./target-pace.ts";

/** Hooks for metrics and the log. They must not throw. */
export type DelivererHooks = RecorderHooks &
  Pick<SendHooks, "sent"> & {
    claimed?(claim: Pick<Claim, "seen" | "refused" | "paced"> & { sent: number; milliseconds: number }): void;
    /**
     * Called when a slot becomes free after all were taken, when a postponed row is due, or when a target with postponed
     * rows has few deliveries in hand: call `deliver` soon.
     */
    ready?(): void;
  };

/** One worker's sender; it tracks open requests and the pace of each target. */
export type Deliverer = {
  /** Claims and starts due deliveries until none is left, no slot is free or `stopping` is aborted. Does not wait for answers. */
  deliver(stopping?: AbortSignal): Promise<void>;
  /** The number of requests that are open or not recorded yet. */
  open(): number;
  /** Waits up to `withinMs` for open requests, records their results, and releases the leases of the others. */
  drain(withinMs: number): Promise<void>;
};

/** Creates the sender of this process. Any number of processes may run one. Webhooks 8. */
export function createDeliverer(
  services: Services,
  options: { slots?: number; hooks?: DelivererHooks; random?: () => number } = {},
): Deliverer {
  const { hooks = {}, random = Math.random } = options;
  const paces = createTargetPaces(options.slots);
  const recorder = createResultRecorder(services, hooks);
  const wakeTimer = createWakeTimer(() => hooks.ready?.());
  let wasFull = false;
  let isRefilling = false;
  const sends = createInFlightRequests(services, {
    paces,
    recorder,
    random,
    hooks: {
      ...hooks,
      ended(target) {
        const isLow = !isRefilling && paces.isLow(target, services.clock.now().getTime());
        if (isLow) isRefilling = true;
        if (wasFull || isLow) hooks.ready?.();
        wasFull = false;
      },
    },
  });

  /**
   * A delivery that cannot be started keeps its lease and is due again when that expires; after ten claims it fails.
   */
  async function start(claimed: readonly Claimed[]): Promise<void> {
    const skip = ({ job }: Claimed) => paces.dropped(targetName(job));
    const { eventOf, keys, secretsOf } = await loadMessages(services, claimed, hooks).catch((error: unknown) => {
      claimed.forEach(skip);
      throw error;
    });
    let skipped = 0;
    for (const item of claimed) {
      const event = eventOf.get(item.job.eventId);
      const [signers, secrets] = [keys.get(item.job.tenant), secretsOf.get(targetName(item.job))];
      if (event && signers && secrets) sends.start(item, { ...event, keys: signers, secrets });
      else skip(item);
      if (!event || !signers || !secrets) skipped += 1;
    }
    if (skipped > 0) hooks.failed?.(new Error(`${skipped} deliveries lack their event or a key`));
  }

  /** Makes deliveries due again that are not sent. If that fails, they are due when their lease expires. */
  async function giveBack(which: "overdue" | "all"): Promise<void> {
    const jobs = sends.takeBack(which).map(({ job }) => job);
    await returnJobs(services.db, jobs, services.clock.now());
  }

  async function claimAll(stopping: AbortSignal | undefined): Promise<void> {
    while (!stopping?.aborted && paces.free() > 0) {
      const startedAt = performance.now();
      const { claimed, seen, refused, paced, isMore, nextAt } = await claimDeliveries(services, { paces, random });
      const milliseconds = performance.now() - startedAt;
      if (seen > 0) hooks.claimed?.({ seen, sent: claimed.length, refused, paced, milliseconds });
      if (claimed.length > 0) await start(claimed);
      // The first postponed row: one of this claim, or of an earlier one whose target has room then.
      const now = services.clock.now().getTime();
      wakeTimer.set(Math.min(nextAt?.getTime() ?? Number.POSITIVE_INFINITY, paces.nextAt(now)) - now);
      if (!isMore) return;
    }
    wasFull = true;
  }

  return {
    async deliver(stopping) {
      try {
        await giveBack("overdue");
        await claimAll(stopping);
      } finally {
        isRefilling = false;
      }
    },
    open: sends.size,
    async drain(withinMs) {
      wakeTimer.clear();
      await giveBack("all").catch((error: unknown) => hooks.failed?.(error));
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, withinMs);
      await Promise.race([sends.settled(), limit.promise]);
      clearTimeout(timer);
      await recorder.idle();
      await releaseLeases(services.db, sends.leases(), services.clock.now());
    },
  };
}

/** Loads the bodies of claimed deliveries, and opens what signs them: once per tenant and target, for this claim only. */
async function loadMessages(services: Services, claimed: readonly Claimed[], hooks: DelivererHooks) {
  const tenants = [...new Set(claimed.map(({ job }) => job.tenant))];
  const [bodies, keys] = await Promise.all([
    findEventBodies(services.db, [...new Set(claimed.map(({ job }) => job.eventId))]),
    loadSigningKeys(services, tenants, (_tenant, error) => hooks.failed?.(error)),
  ]);
  const secretsOf = new Map<string, readonly string[]>();
  for (const { job, target } of claimed) {
    const name = targetName(job);
    if (secretsOf.has(name)) continue;
    try {
      secretsOf.set(name, openSigningSecrets(services.providers.secrets, target, services.clock.now()));
    } catch (error) {
      hooks.failed?.(error);
    }
  }
  const eventOf = new Map(bodies.map(({ id, body, traceparent }) => [id, { body, traceparent }]));
  return { keys, secretsOf, eventOf };
}

/** Shorter waits are combined: a claim costs the same for one row as for many. */
const MIN_WAIT_MS = 5;

/** Calls `wake` once, at the earliest time that was set; never for an infinite one. */
function createWakeTimer(wake: () => void) {
  let next: { at: number; timer: NodeJS.Timeout } | undefined;
  return {
    set(inMs: number) {
      if (inMs === Number.POSITIVE_INFINITY) return;
      const at = performance.now() + Math.max(inMs, MIN_WAIT_MS);
      if (next && next.at <= at) return;
      clearTimeout(next?.timer);
      const timer = setTimeout(
        () => {
          next = undefined;
          wake();
        },
        Math.max(inMs, MIN_WAIT_MS),
      );
      next = { at, timer: timer.unref() };
    },
    clear() {
      clearTimeout(next?.timer);
      next = undefined;
    },
  };
}
