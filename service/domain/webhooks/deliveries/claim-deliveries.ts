import { deliveryFailureText } from "../../../../contract/texts/webhooks.ts";
import type { DeliveryErrorCode } from "../../../../contract/webhook-records.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { recordResults } from "../../../db/webhooks/record-results.ts";
import {
  claimDueJobs,
  claimPostponedCallbacks,
  type JobRow,
  planByKeys,
  updateJobs,
} from "../../../db/webhooks/webhook-jobs.ts";
import { findTargets, lockWindows, type TargetRow, updateWindows } from "../../../db/webhooks/webhook-targets.ts";
import type { Services } from "../../context.ts";
import { type ClaimDecision, callbackTenant, decideClaim, type OpenTarget, targetName } from "./decide-claim.ts";
import type { Windows } from "./rate-limit.ts";
import { FARTHEST_MS, type TargetPaces } from "./target-pace.ts";

/** The targets of a claim, with their limits, are read and written once for all of its deliveries. Decision 0220. */
const CLAIM_BATCH_SIZE = 1_000;
/** Longer than an attempt with all its time limits. After it expires, another worker may send the delivery. */
const LEASE_MS = 60_000;

/** A leased delivery to send now. */
export type Claimed = { job: JobRow & { lease: string }; target: OpenTarget; claimedAt: Date };

export type Claim = {
  claimed: Claimed[];
  /** The number of jobs that were evaluated, for any decision. */
  seen: number;
  /** Whether more jobs may be due: a tenant had its full share, or there were not enough slots. */
  isMore: boolean;
  /** The error codes of deliveries that failed unsent. */
  refused: DeliveryErrorCode[];
  paced: number;
  /** The earliest time at which a postponed job is due again. */
  nextAt: Date | null;
};

/**
 * Claims due deliveries: leases those that may be sent now, postpones those that must wait, fails those that can never
 * be sent. One short transaction without network calls. Two workers never claim the same row. Webhooks 8.
 */
export async function claimDeliveries(
  services: Services,
  { paces, random }: { paces: TargetPaces; random: () => number },
): Promise<Claim> {
  const now = services.clock.now();
  let decisions: ClaimDecision[] = [];
  try {
    return await inTransaction(services.db, async (tx) => {
      await planByKeys(tx);
      const due = await claimDueJobs(tx, now, CLAIM_BATCH_SIZE);
      const jobs = [...due.jobs, ...(await claimEarly(tx, paces, now))];
      if (jobs.length === 0) return { claimed: [], seen: 0, isMore: false, refused: [], paced: 0, nextAt: null };
      const targets = await targetsOf(tx, jobs);
      const before = await lockWindowsOf(tx, jobs, targets);
      const windows = new Map(before);
      decisions = decideClaim(jobs, { now, targets, windows, paces, random });
      const lease = services.ids.next();
      await writeBack(tx, decisions, { lease, now });
      await updateWindows(
        tx,
        [...windows].filter(([id, row]) => row !== before.get(id)).map(([id, row]) => ({ id, ...row })),
      );
      const decided = decisions.filter(({ job }) => !job.isEarly).length;
      return claimOf(decisions, { lease, now, seen: jobs.length, isMore: due.isMore || decided < due.jobs.length });
    });
  } catch (error) {
    // Nothing was leased, so release the slots that the decision took.
    for (const { kind, job } of decisions) {
      if (kind === "send") paces.dropped(targetName(job));
    }
    throw error;
  }
}

/**
 * Claims postponed callbacks for targets with room, so that a receiver that answers faster than expected does not wait
 * for the times that its rows were given. Decision 0177.
 */
async function claimEarly(tx: Transaction, paces: TargetPaces, now: Date): Promise<JobRow[]> {
  const withRoom = paces.postponed(now.getTime()).flatMap(({ target, room }) => {
    const tenant = callbackTenant(target);
    return tenant === null || room === 0 ? [] : { target, tenant, room };
  });
  if (withRoom.length === 0) return [];
  const share = Math.ceil(CLAIM_BATCH_SIZE / withRoom.length);
  const wanted = withRoom.map((row) => ({ ...row, room: Math.min(row.room, share) }));
  const jobs = await claimPostponedCallbacks(tx, wanted, { now, until: new Date(now.getTime() + FARTHEST_MS) });
  const found = Map.groupBy(jobs, ({ tenant }) => tenant);
  for (const { target, tenant, room } of wanted) {
    if ((found.get(tenant)?.length ?? 0) < room) paces.caughtUp(target);
  }
  return jobs;
}

async function targetsOf(tx: Transaction, jobs: readonly JobRow[]): Promise<Map<string, TargetRow>> {
  const subscriptions = [...new Set(jobs.flatMap((job) => job.targetId ?? []))];
  const callbacksOf = [...new Set(jobs.filter((job) => job.targetId === null).map((job) => job.tenant))];
  const rows = await findTargets(tx, { subscriptions, callbacksOf });
  return new Map(rows.map((row) => [targetName({ tenant: row.tenant, targetId: row.id }), row]));
}

async function lockWindowsOf(
  tx: Transaction,
  jobs: readonly JobRow[],
  targets: ReadonlyMap<string, TargetRow>,
): Promise<Map<string, Windows>> {
  const limited = new Map<string, { id: string; tenant: number }>();
  for (const { targetId, tenant, gate } of jobs) {
    if (targetId !== null && gate < 2 && targets.has(targetId)) limited.set(targetId, { id: targetId, tenant });
  }
  const rows = await lockWindows(tx, [...limited.values()]);
  return new Map(rows.map(({ id, made, sent }) => [id, { made, sent }]));
}

async function writeBack(
  tx: Transaction,
  decisions: readonly ClaimDecision[],
  now: { lease: string; now: Date },
): Promise<void> {
  const leasedUntil = new Date(now.now.getTime() + LEASE_MS);
  const updates = decisions.flatMap((decision) => {
    const { job } = decision;
    if (decision.kind === "refuse") return [];
    const { deliveryId, claims } = job;
    return decision.kind === "send"
      ? { deliveryId, dueAt: leasedUntil, gate: 2, lease: now.lease, claims: claims + 1 }
      : { deliveryId, dueAt: decision.until, gate: decision.gate, lease: null, claims };
  });
  await updateJobs(tx, updates);
  const refusals = decisions.flatMap((decision) => (decision.kind === "refuse" ? decision : []));
  await recordResults(
    tx,
    refusals.map(({ job, errorCode }) => ({
      deliveryId: job.deliveryId,
      lease: job.lease,
      status: "failed",
      retryAt: null,
      attempt: null,
      errorCode,
      errorMessage: deliveryFailureText(errorCode, null),
    })),
    now.now,
  );
}

function claimOf(
  decisions: readonly ClaimDecision[],
  { lease, now, seen, isMore }: { lease: string; now: Date; seen: number; isMore: boolean },
): Claim {
  const claimed: Claimed[] = [];
  const refused: DeliveryErrorCode[] = [];
  let paced = 0;
  let nextAt: Date | null = null;
  for (const decision of decisions) {
    if (decision.kind === "send")
      claimed.push({ job: { ...decision.job, lease }, target: decision.target, claimedAt: now });
    if (decision.kind === "refuse") refused.push(decision.errorCode);
    if (decision.kind !== "postpone") continue;
    paced += 1;
    if (!nextAt || decision.until < nextAt) nextAt = decision.until;
  }
  return { claimed, seen, isMore, refused, paced, nextAt };
}
