import type { Clock } from "../../clock.ts";
import type { Revocation } from "../../db/auth/revocations.ts";
import type { Caller, CallerCache } from "../context.ts";

const MAX_CALLERS = 10_000;

/** The cache of one process, with the functions that apply what other processes announce. */
export type SharedCallerCache = CallerCache & {
  apply(revocation: Revocation): void;
  /** Authenticates everybody again: call it when announcements may have been missed. */
  clear(): void;
};

/**
 * Caches callers for `ttlMs`, so that a busy key does not cost a query per request. Revocations apply to this process
 * immediately; `announce` tells the others, which otherwise notice when their entry expires (API 2: within 5 s).
 */
export function createCallerCache(
  clock: Clock,
  ttlMs: number,
  announce: (revocation: Revocation) => void = () => undefined,
): SharedCallerCache {
  const entries = new Map<string, { caller: Caller; until: number }>();
  function apply(revocation: Revocation): void {
    for (const [hash, { caller }] of entries) if (isRevoked(caller, revocation)) entries.delete(hash);
  }
  function forget(revocation: Revocation): void {
    apply(revocation);
    announce(revocation);
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
    forgetSession: (id) => forget({ kind: "session", id }),
    forgetMember: (id) => forget({ kind: "member", id }),
    forgetMerchant: (id) => forget({ kind: "merchant", id }),
    apply,
    clear: () => entries.clear(),
  };
}

function isRevoked({ tenant, actor }: Caller, { kind, id }: Revocation): boolean {
  if (kind === "merchant") return tenant.merchantId === id;
  return actor.kind === "member" && (kind === "session" ? actor.sessionId : actor.id) === id;
}
