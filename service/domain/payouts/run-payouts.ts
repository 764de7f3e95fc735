import { type ClaimedPayout, claimDueAttempts } from "../../db/payouts/payout-attempts.ts";
import type { Rail } from "../../providers/rails/rail.ts";
import type { Services } from "../context.ts";
import { PAYOUT_JOB, recordOutcome } from "./record-outcome.ts";
import { sendAttempt } from "./send-attempt.ts";

/** Hooks for metrics and the log. They must not throw. */
export type PayoutHooks = {
  exchanged?(exchange: { action: "send" | "query"; rail: string; outcome: string; milliseconds: number }): void;
  /** The float at a rail is empty, or the rail cannot be reached: payouts wait. A person should know. */
  alarm?(alarm: { rail: string; reference: string; state: string; code: string }): void;
  failed?(error: unknown): void;
  /** A slot became free after all were taken: call `run` soon. */
  ready?(): void;
};

/** One worker's exchanges with the rails. */
export type PayoutRunner = {
  /** Claims and starts due attempts until none is left or no slot is free. Does not wait for the rails. */
  run(): Promise<void>;
  /** The number of exchanges that are open or not recorded yet. */
  open(): number;
  /** Waits up to `withinMs` for the open exchanges. What is left is asked about when its lease ends. */
  drain(withinMs: number): Promise<void>;
};

const SLOTS_PER_RAIL = 64;
/** A sending begins within this time of its claim, and ends within the lease: no query finds it on the way. */
const SEND_WITHIN_MS = 60_000;
const LEASE_MS = 180_000;

/** Creates the payouts' runner of this process. Any number of processes may run one. Rails 3. */
export function createPayoutRunner(
  services: Services,
  options: { slotsPerRail?: number; hooks?: PayoutHooks } = {},
): PayoutRunner {
  const { slotsPerRail = SLOTS_PER_RAIL, hooks = {} } = options;
  const lines = railsOf(services).map((rail) => ({ rail, open: new Map<Promise<void>, number>(), wasFull: false }));
  type Line = (typeof lines)[number];

  async function runLine(line: Line): Promise<void> {
    while (true) {
      const limit = slotsPerRail - line.open.size;
      if (limit === 0) {
        line.wasFull = true;
        return;
      }
      const now = services.clock.now();
      const claimed = await claimDueAttempts(services.db, {
        rail: line.rail.name,
        now,
        leasedUntil: new Date(now.getTime() + LEASE_MS),
        lease: services.ids.next(),
        limit,
        actorName: PAYOUT_JOB.name,
        open: [...line.open.values()],
      });
      for (const one of claimed) start(line, one, now);
      if (claimed.length < limit) return;
    }
  }

  function start(line: Line, claimed: ClaimedPayout, at: Date): void {
    const exchange = exchangeOne(line.rail, claimed, at)
      .catch((error: unknown) => hooks.failed?.(error))
      .finally(() => {
        line.open.delete(exchange);
        if (line.wasFull) hooks.ready?.();
        line.wasFull = false;
      });
    line.open.set(exchange, claimed.tenant);
  }

  async function exchangeOne(rail: Rail, claimed: ClaimedPayout, claimedAt: Date): Promise<void> {
    const { action } = claimed;
    const startedAt = performance.now();
    const sendBefore = new Date(claimedAt.getTime() + SEND_WITHIN_MS);
    const { result, enquiryId } =
      action === "send"
        ? await sendAttempt(services, rail, claimed, sendBefore)
        : {
            result: await rail.query({ sessionId: claimed.sessionId, createdAt: claimed.attemptedAt }),
            enquiryId: null,
          };
    const { outcome, code } = result;
    hooks.exchanged?.({ action, rail: rail.name, outcome, milliseconds: performance.now() - startedAt });
    const { state, isChanged } = await recordOutcome(services, claimed, { result, source: action, enquiryId });
    const needsPerson = state === "in_review" || outcome === "retry_later" || outcome === "unsent";
    if (isChanged && needsPerson) hooks.alarm?.({ rail: rail.name, reference: claimed.reference, state, code });
  }

  const openNow = () => lines.flatMap((line) => [...line.open.keys()]);
  return {
    async run() {
      await Promise.all(lines.map(runLine));
    },
    open: () => openNow().length,
    async drain(withinMs) {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, withinMs);
      await Promise.race([Promise.all(openNow()), limit.promise]);
      clearTimeout(timer);
    },
  };
}

function railsOf({ providers }: Services): Rail[] {
  return [
    ...new Map([...providers.rails.SANDBOX, ...providers.rails.PRODUCTION].map((rail) => [rail.name, rail])).values(),
  ];
}
