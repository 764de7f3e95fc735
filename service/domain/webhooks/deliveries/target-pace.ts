/** The number of requests a worker keeps open or in hand, in total (about two claims) and per target. Webhooks 8, decision 0220. */
const SLOTS = 2_048;
const FIRST_CAP = 2;
const MAX_CAP = 8;
/** The share of slots that all unresponsive targets may hold together. */
const STALLED_SHARE = 0.25;
/** Assumed until the target's first answer. */
const FIRST_MEAN_MS = 10;
const MEAN_WEIGHT = 0.2;
/** Rows that would wait longer leave the claim window and return at a random time, at most twice as late. */
const FAR_MS = 20_000;
export const FARTHEST_MS = 2 * FAR_MS;
const MAX_TARGETS = 5_000;
/** The deliveries that a responsive target has in hand: what it answers in this time, as long as enough slots are free. */
const IN_HAND_MS = 500;
const MAX_IN_HAND = 256;
const IN_HAND_SHARE = 0.5;

type Target = {
  cap: number;
  /** When each open request began. */
  open: number[];
  /** Deliveries that have a slot and wait for the target's next request. */
  inHand: number;
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
 * window. A target that answers has more deliveries in hand than requests: the next one starts when a request ends,
 * without a claim in between. Decision 0177.
 */
export type TargetPaces = {
  /**
   * Whether the target takes a delivery at `now`, or when its row is due again. `random` is in [0, 1). `inHand`: whether
   * the delivery may wait in memory for the target's next request.
   */
  admit(target: string, now: number, random: number, inHand?: boolean): Admission;
  /** Takes the slot of an admitted delivery. */
  taken(target: string): void;
  /** Starts the request of a taken delivery; false while the target has all the requests that it may have. */
  begin(target: string, now: number): boolean;
  /** Frees the slot of a taken delivery whose request did not begin. */
  dropped(target: string): void;
  ended(target: string, began: number, result: { answered: boolean; durationMs: number }): void;
  /** Whether the target will soon have nothing in hand while its rows are postponed. */
  isLow(target: string, now: number): boolean;
  /** The targets with postponed rows that answer, and how many more deliveries each of them would take. */
  postponed(now: number): { target: string; room: number }[];
  /** Notes that the target has no postponed rows. */
  caughtUp(target: string): void;
  /** When the first target that answers, has postponed rows and nothing in hand probably has free requests; infinite without one. */
  nextAt(now: number): number;
  free(): number;
  open(): number;
};

/** Tracks the paces for a worker with `slots` concurrent requests. Uses no clock: times are ms since 1970. */
export function createTargetPaces(slots = SLOTS): TargetPaces {
  const targets = new Map<string, Target>();
  const postponed = new Map<string, Target>();
  let used = 0;
  let stalledUsed = 0;

  function find(name: string): Target {
    const known = targets.get(name);
    if (known) return known;
    if (targets.size >= MAX_TARGETS) forgetIdle(targets);
    const target = { cap: FIRST_CAP, open: [], inHand: 0, meanMs: FIRST_MEAN_MS, isStalled: false, queuedUntil: 0 };
    targets.set(name, target);
    return target;
  }

  function release(target: Target): void {
    used -= 1;
    if (target.isStalled) stalledUsed -= 1;
  }

  /** How many deliveries the target may have in hand beyond its requests. */
  function depthOf(target: Target, now: number): number {
    return used < slots * IN_HAND_SHARE ? depthByAnswers(target, now) : 0;
  }

  return {
    admit(name, now, random, inHand = false) {
      const target = find(name);
      const isOverShare = target.isStalled && stalledUsed >= slots * STALLED_SHARE;
      if (usedBy(target) >= target.cap + (inHand ? depthOf(target, now) : 0) || isOverShare) {
        postponed.set(name, target);
        return { kind: "pace", until: postpone(target, now, random) };
      }
      return used >= slots ? { kind: "full" } : { kind: "start" };
    },
    taken(name) {
      const target = find(name);
      target.inHand += 1;
      used += 1;
      if (target.isStalled) stalledUsed += 1;
    },
    begin(name, now) {
      const target = find(name);
      if (target.inHand === 0 || target.open.length >= target.cap) return false;
      target.inHand -= 1;
      target.open.push(now);
      return true;
    },
    dropped(name) {
      const target = find(name);
      target.inHand -= 1;
      release(target);
    },
    ended(name, began, result) {
      const target = find(name);
      const place = target.open.indexOf(began);
      if (place >= 0) target.open.splice(place, 1);
      release(target);
      const wasStalled = target.isStalled;
      learn(target, result);
      if (target.isStalled !== wasStalled) stalledUsed += wasStalled ? -usedBy(target) : usedBy(target);
    },
    isLow(name, now) {
      const target = find(name);
      return target.queuedUntil > now && target.inHand < depthOf(target, now) / 2;
    },
    postponed: (now) =>
      listPostponed(postponed, now).map(([name, target]) => ({
        target: name,
        room: Math.max(0, target.cap + depthOf(target, now) - usedBy(target)),
      })),
    caughtUp(name) {
      find(name).queuedUntil = 0;
    },
    nextAt(now) {
      const waiting = listPostponed(postponed, now).filter(([, target]) => target.inHand === 0);
      return Math.min(...waiting.map(([, target]) => now + durationOf(target, now)));
    },
    free: () => slots - used,
    open: () => used,
  };
}

/**
 * Returns the targets with postponed rows, and forgets those whose last row has returned. Leaves out unresponsive ones: their rows keep
 * their times.
 */
function listPostponed(postponed: Map<string, Target>, now: number): [string, Target][] {
  for (const [name, target] of postponed) if (target.queuedUntil <= now) postponed.delete(name);
  return [...postponed].filter(([, target]) => !target.isStalled);
}

/** The time at which the target's next surplus row is due again. */
function postpone(target: Target, now: number, random: number): number {
  target.queuedUntil = Math.max(now, target.queuedUntil) + pauseOf(target, now);
  if (target.queuedUntil - now <= FAR_MS) return target.queuedUntil;
  target.queuedUntil = now + FAR_MS;
  return now + FAR_MS * (1 + random);
}

function learn(target: Target, { answered, durationMs }: { answered: boolean; durationMs: number }): void {
  target.isStalled = !answered;
  target.cap = answered ? Math.min(target.cap + 1, MAX_CAP) : Math.max(Math.floor(target.cap / 2), 1);
  target.meanMs += (durationMs - target.meanMs) * MEAN_WEIGHT;
}

/** The deliveries that a target answers in `IN_HAND_MS`; none before it has reached its requests. */
function depthByAnswers(target: Target, now: number): number {
  if (target.isStalled || target.cap < MAX_CAP) return 0;
  return Math.min(MAX_IN_HAND, Math.floor((IN_HAND_MS * MAX_CAP) / durationOf(target, now)));
}

function usedBy({ open, inHand }: Target): number {
  return open.length + inHand;
}

/** The expected time of a request: the mean, at least the age of the oldest open one. */
function durationOf(target: Target, now: number): number {
  return Math.max(1, target.meanMs, now - (target.open[0] ?? now));
}

/**
 * The pause between a target's rows: the time per request divided by the concurrency that an answering target is
 * expected to reach. A longer pause would delay deliveries; a shorter one would claim rows again too early.
 */
function pauseOf(target: Target, now: number): number {
  return durationOf(target, now) / (target.isStalled ? target.cap : MAX_CAP);
}

function forgetIdle(targets: Map<string, Target>): void {
  for (const [name, target] of targets) if (usedBy(target) === 0) targets.delete(name);
}
