import type { Clock } from "../../clock.ts";
import { findRateLimits, type RateLimitRow } from "../../db/merchant/settings.ts";
import type { Database } from "../../db/pool.ts";
import type { Actor, Caller, RateLimits } from "../context.ts";

/** Requests a minute unless the platform sets others: with one key or session, and of a merchant in one mode. */
export const DEFAULT_RATE_LIMITS = { perKey: 30_000, perMerchant: 60_000 };
/** Of one customer, whose token may do two things. They take nothing of the merchant's. */
const PER_CUSTOMER = 60;

const WINDOW_S = 60;
const BUCKETS_MAX = 50_000;

type Bucket = { tokens: number; at: number };
type Limit = { policy: string; id: string; quota: number };
/** `policy`: the header that names them all. */
type Limits = { limits: readonly Limit[]; policy: string };

/**
 * Token buckets in this process: each holds the requests of one minute and fills evenly. No request reads or writes the database; `refresh`
 * reads the limits that differ from the defaults. Several processes count separately. API 1, decision 0086.
 */
export function createRateLimits(db: Database, clock: Clock): RateLimits {
  const buckets = new Map<string, Bucket>();
  let exceptions = new Map<number, RateLimitRow>();
  /** Callers are cached, and their limits with them until the next refresh. */
  let limitsOfCallers = new WeakMap<Caller, Limits>();

  function bucketOf({ id, quota }: Limit, now: number): Bucket {
    const known = buckets.get(id);
    if (known) {
      // The clock may be set back.
      const seconds = Math.max(0, now - known.at) / 1_000;
      known.tokens = Math.min(quota, known.tokens + (seconds * quota) / WINDOW_S);
      known.at = now;
      return known;
    }
    // Evicts the oldest bucket: a Map keeps insertion order.
    const oldest = buckets.size >= BUCKETS_MAX ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const bucket = { tokens: quota, at: now };
    buckets.set(id, bucket);
    return bucket;
  }

  function limitsOf(tenant: number, actor: Actor): Limit[] {
    const caller = callerOf(actor);
    if (actor.kind === "customer") return [{ ...caller, quota: PER_CUSTOMER }];
    const own = exceptions.get(tenant);
    const quota = own?.requestsPerMerchant ?? DEFAULT_RATE_LIMITS.perMerchant;
    return [
      { ...caller, quota: own?.requestsPerKey ?? DEFAULT_RATE_LIMITS.perKey },
      { policy: "merchant", id: `merchant:${tenant}`, quota },
    ];
  }

  function cachedLimits(caller: Caller): Limits {
    const cached = limitsOfCallers.get(caller);
    if (cached) return cached;
    const limits = limitsOf(caller.tenant.id, caller.actor);
    const policy = limits.map(({ policy: name, quota }) => `"${name}";q=${quota};w=${WINDOW_S}`).join(", ");
    limitsOfCallers.set(caller, { limits, policy });
    return { limits, policy };
  }

  return {
    take(caller) {
      const now = clock.now().getTime();
      const { limits, policy } = cachedLimits(caller);
      const filled = limits.map((limit) => ({ limit, bucket: bucketOf(limit, now) }));
      const empty = filled.find(({ bucket }) => bucket.tokens < 1);
      // A refused request takes nothing, so that a caller who keeps trying still gets the full rate.
      if (!empty) for (const { bucket } of filled) bucket.tokens -= 1;
      return {
        headers: {
          "ratelimit-policy": policy,
          ratelimit: filled.map(({ limit, bucket }) => stateOf(limit, bucket)).join(", "),
        },
        refused: empty
          ? {
              policy: empty.limit.policy,
              quota: empty.limit.quota,
              retryAfterSeconds: secondsFor(1 - empty.bucket.tokens, empty.limit.quota),
            }
          : null,
      };
    },
    weightOf: (tenant) => exceptions.get(tenant)?.queueWeight ?? 1,
    async refresh() {
      exceptions = new Map((await findRateLimits(db)).map((row) => [row.tenant, row]));
      limitsOfCallers = new WeakMap();
    },
  };
}

function callerOf(actor: Actor): Omit<Limit, "quota"> {
  if (actor.kind === "member") return { policy: "session", id: `session:${actor.sessionId}` };
  return { policy: actor.kind, id: `${actor.kind}:${actor.id}` };
}

/** `t`: the seconds until the bucket is full again. */
function stateOf({ policy, quota }: Limit, { tokens }: Bucket): string {
  return `"${policy}";r=${Math.floor(tokens)};t=${secondsFor(quota - tokens, quota)}`;
}

function secondsFor(tokens: number, quota: number): number {
  return Math.max(1, Math.ceil((tokens * WINDOW_S) / quota));
}
