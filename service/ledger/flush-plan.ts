import type { FeeAccounts } from "./apply-movements.ts";
import { type Decision, OutcomeUnknown, type Posting } from "./committer.ts";
import { KIND_RULES } from "./kind-rules.ts";
import { type PostingEnds, type PostingTrace, tracedEnds } from "./posting-traces.ts";

/** A posting on its way through a lane. */
export type Pending = {
  /** Present when tracing is on. */
  readonly trace?: PostingTrace | undefined;
  readonly tenant: number;
  readonly isBatch: boolean;
  readonly accounts: readonly bigint[];
  readonly size: number;
  passedOver: number;
  readonly posting: Posting;
  /** Set once an attempt may have committed: then generated references are looked up as well. */
  repeated: boolean;
  /** The decision of an attempt whose commit has an unknown result. It holds if the attempt's rows are found. */
  possiblyCommitted: Decision | null;
  attempts: number;
  /** Whether the statements of `posting.early` run in this attempt. */
  hasEarlyRows: boolean;
} & PostingEnds;

/** Wraps a posting that has just arrived. */
export function pendingOf(posting: Posting, ends: PostingEnds, trace: PostingTrace | undefined): Pending {
  const { tenant, movements } = posting;
  // The bookings of one payout or card event share a flush with those of others.
  const isBatch = movements.length > 1 && movements.some(({ kind }) => KIND_RULES[kind].checks !== "booking");
  const accounts = accountsOf(movements);
  const fresh = { passedOver: 0, repeated: false, possiblyCommitted: null, attempts: 0, hasEarlyRows: false };
  const size = movements.length;
  return { tenant, isBatch, accounts, size, posting, ...fresh, trace, ...(trace ? tracedEnds(ends, trace) : ends) };
}

/** Each account of these movements once. */
function accountsOf(movements: Posting["movements"]): bigint[] {
  const accounts = new Set<bigint>();
  for (const { source, destination } of movements) accounts.add(source).add(destination);
  return [...accounts];
}

export type FlushPlan = {
  tenants: number[];
  tenantsWithFees: number[];
  accounts: { tenant: number; id: bigint }[];
  references: { tenant: number; reference: string }[];
  keys: { tenant: number; key: string }[];
  approvals: { tenant: number; id: string }[];
};

/** The rows to load for these postings; each account once. */
export function planFlush(items: readonly Pending[]): FlushPlan {
  const tenants = new Set<number>();
  const tenantsWithFees = new Set<number>();
  const references: FlushPlan["references"] = [];
  const keys: FlushPlan["keys"] = [];
  const approvals = new Map<string, { tenant: number; id: string }>();
  for (const { posting, repeated } of items) {
    const { tenant, idempotency, approval } = posting;
    tenants.add(tenant);
    if (idempotency) keys.push({ tenant, key: idempotency.key });
    if (approval) approvals.set(`${tenant}:${approval.id}`, { tenant, id: approval.id });
    for (const movement of posting.movements) {
      if (movement.baseFee > 0n || movement.merchantFee > 0n) tenantsWithFees.add(tenant);
      if (repeated || !movement.referenceGenerated) references.push({ tenant, reference: movement.reference });
    }
  }
  return {
    tenants: [...tenants],
    tenantsWithFees: [...tenantsWithFees],
    accounts: accountsToLock(items),
    references,
    keys,
    approvals: [...approvals.values()],
  };
}

/**
 * Returns the statements that run while the only posting of a flush is decided, if it has some; a repeated one decides first. Notes on the
 * postings whether they do.
 */
export function earlyStatementsOf(items: readonly Pending[]): Posting["early"] {
  const [only, ...others] = items;
  const early = only && others.length === 0 && !only.repeated ? only.posting.early : undefined;
  for (const item of items) item.hasEarlyRows = early !== undefined;
  return early;
}

function accountsToLock(items: readonly Pending[]): FlushPlan["accounts"] {
  const found = new Map<bigint, { tenant: number; id: bigint }>();
  for (const { tenant, accounts } of items) for (const id of accounts) found.set(id, { tenant, id });
  return [...found.values()];
}

/** The fee accounts to lock with a flush. */
export function feeAccountsOf(
  tenants: readonly number[],
  known: ReadonlyMap<number, FeeAccounts>,
): { tenant: number; id: bigint }[] {
  return tenants.flatMap((tenant) => {
    const fees = known.get(tenant);
    if (!fees) throw new Error(`tenant ${tenant} has no fee accounts`);
    return [
      { tenant, id: fees.platformFee },
      { tenant, id: fees.merchantFee },
    ];
  });
}

/** Of postings with the same Idempotency-Key only the first runs now; the others then find its answer. */
export function withoutRepeatedKeys(items: readonly Pending[]): { now: Pending[]; later: Pending[] } {
  const seen = new Set<string>();
  const now: Pending[] = [];
  const later: Pending[] = [];
  for (const item of items) {
    const { idempotency, tenant } = item.posting;
    const name = idempotency && `${tenant}:${idempotency.key}`;
    if (name !== null && seen.has(name)) later.push(item);
    else now.push(item);
    if (name !== null) seen.add(name);
  }
  return { now, later };
}

/** Refuses postings that were not done, as far as that is known. */
export function refuse(items: readonly Pending[], error: unknown): void {
  const cause = error instanceof Error ? error : new Error("a posting failed", { cause: error });
  for (const item of items) {
    item.reject(item.possiblyCommitted ? new OutcomeUnknown("the end of the commit was not seen", { cause }) : cause);
  }
}
