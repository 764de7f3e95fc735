/** The number of requests a worker keeps open, in total and per target. Webhooks 8. */
const SLOTS = 1_024;
const FIRST_CAP = 2;
const MAX_CAP = 8;
/** The share of slots that all unresponsive targets may hold together. */
const STALLED_SHARE = 0.25;
/** Assumed until the target's first answer. */
const FIRST_MEAN_MS = 10;
const MEAN_WEIGHT = 0.2;
/** Rows that would wait longer leave the claim window and return at a random time. */
const FAR_MS = 20_000;
const MAX_TARGETS = 5_000;

type Target = {
  cap: number;
  open: number[];
  meanMs: number;
  /** True after a time-out or failed connection, until the next answer. */
  isStalled: boolean;
  /** The time at which the last postponed row returns. */
  queuedUntil: number;
};

export type Admission = { kind: "start" } | { kind: "full" } | { kind: "pace"; until: number };

/**
 * One worker's estimate of the pace of each target. A target starts with 2 concurrent requests and gets one more per
 * answer, up to 8; a time-out halves that. So a slow or unresponsive target fills neither the slots nor the claim
 * window.
 */
export type TargetPaces = {
  /** Whether a request to the target may start at `now`, or when its row is due again. `random` is in [0, 1). */
  admit(target: string, now: number, random: number): Admission;
  started(target: string, now: number): void;
  /** `result` is null when the request was not made. */
  ended(target: string, began: number, result: { answered: boolean; durationMs: number } | null): void;
  free(): number;
  open(): number;
};

/** Tracks the paces for a worker with `slots` concurrent requests. Uses no clock: times are ms since 1970. */
export function createTargetPaces(slots = SLOTS): TargetPaces {
  const targets = new Map<string, Target>();
  let open = 0;
  let stalledOpen = 0;

  function find(name: string): Target {
    const known = targets.get(name);
    if (known) return known;
    if (targets.size >= MAX_TARGETS) forgetIdle(targets);
    const target = { cap: FIRST_CAP, open: [], meanMs: FIRST_MEAN_MS, isStalled: false, queuedUntil: 0 };
    targets.set(name, target);
    return target;
  }

  return {
    admit(name, now, random) {
      const target = find(name);
      const isOverShare = target.isStalled && stalledOpen >= slots * STALLED_SHARE;
      if (target.open.length >= target.cap || isOverShare) {
        target.queuedUntil = Math.max(now, target.queuedUntil) + pauseOf(target, now);
        if (target.queuedUntil - now > FAR_MS) {
          target.queuedUntil = now + FAR_MS;
          return { kind: "pace", until: now + FAR_MS * (1 + random) };
        }
        return { kind: "pace", until: target.queuedUntil };
      }
      return open >= slots ? { kind: "full" } : { kind: "start" };
    },
    started(name, now) {
      const target = find(name);
      target.open.push(now);
      open += 1;
      if (target.isStalled) stalledOpen += 1;
    },
    ended(name, began, result) {
      const target = find(name);
      const place = target.open.indexOf(began);
      if (place >= 0) target.open.splice(place, 1);
      open -= 1;
      if (target.isStalled) stalledOpen -= 1;
      if (!result) return;
      const { answered, durationMs } = result;
      if (target.isStalled === answered) {
        target.isStalled = !answered;
        stalledOpen += answered ? -target.open.length : target.open.length;
      }
      target.cap = answered ? Math.min(target.cap + 1, MAX_CAP) : Math.max(Math.floor(target.cap / 2), 1);
      target.meanMs += (durationMs - target.meanMs) * MEAN_WEIGHT;
    },
    free: () => slots - open,
    open: () => open,
  };
}

/**
 * The pause between a target's rows: the time per request, at least the age of the oldest open request, divided by the
 * concurrency that an answering target is expected to reach. A longer pause would delay deliveries; a shorter one
 * would claim rows again too early.
 */
function pauseOf(target: Target, now: number): number {
  const oldest = target.open[0] ?? now;
  return Math.max(1, target.meanMs, now - oldest) / (target.isStalled ? target.cap : MAX_CAP);
}

function forgetIdle(targets: Map<string, Target>): void {
  for (const [name, target] of targets) if (target.open.length === 0) targets.delete(name);
}
