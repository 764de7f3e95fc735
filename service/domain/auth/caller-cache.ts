import type { Clock } from "../../clock.ts";
import type { Caller, CallerCache } from "../context.ts";

const MAX_CALLERS = 10_000;

/**
 * Remembers callers for `ttlMs`, so that a busy key does not cost a query per request. What is revoked here is forgotten
 * at once; other processes notice when their entry has aged (api 2: within 5 s).
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
      // The oldest entry goes first: a Map keeps the order of insertion.
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
