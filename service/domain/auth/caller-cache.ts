import type { Clock } from "../../clock.ts";
import type { Caller, CallerCache } from "../context.ts";

const MAX_CALLERS = 10_000;

/**
 * Caches callers for `ttlMs`, so that a busy key does not cost a query per request. Revocations in this process apply
 * immediately; other processes notice when their entry expires (API 2: within 5 s).
 */
export function createCallerCache(clock: Clock, ttlMs: number): CallerCache {
  const entries = new Map<string, { caller: Caller; until: number }>();
  function forget(isMeant: (caller: Caller) => boolean): void {
    for (const [hash, { caller }] of entries) if (isMeant(caller)) entries.delete(hash);
  }
  return {
    find(credentialHash) {
      const entry = entries.get(credentialHash);
      if (!entry) return undefined;
      if (entry.until > clock.now().getTime()) return entry.caller;
      entries.delete(credentialHash);
      return undefined;
    },
    keep(credentialHash, caller, validUntil) {
      // Evicts the oldest entry: a Map keeps insertion order.
      const oldest = entries.size >= MAX_CALLERS ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.delete(credentialHash);
      entries.set(credentialHash, { caller, until: Math.min(clock.now().getTime() + ttlMs, validUntil.getTime()) });
    },
    forgetSession: (sessionId) => forget(({ actor }) => actor.kind === "member" && actor.sessionId === sessionId),
    forgetMember: (memberId) => forget(({ actor }) => actor.kind === "member" && actor.id === memberId),
    forgetMerchant: (merchantId) => forget(({ tenant }) => tenant.merchantId === merchantId),
  };
}
