import type { DeliveryErrorCode } from "../../../../contract/webhook-records.ts";
import type { JobRow } from "../../../db/webhooks/webhook-jobs.ts";
import type { TargetRow } from "../../../db/webhooks/webhook-targets.ts";
import { admitSent, keepMade, takePlace, type Windows } from "./rate-limit.ts";
import type { TargetPaces } from "./target-pace.ts";

/** Claims without a recorded attempt: each time the worker or the database failed during the attempt. */
const MAX_CLAIMS = 10;

/** A target that deliveries can be sent to. */
export type OpenTarget = TargetRow & { url: string };

/** The decision about a claimed job. A postponed job keeps the gate it passed, so that it is not counted twice. */
export type ClaimDecision =
  | { kind: "send"; job: JobRow; target: OpenTarget }
  | { kind: "refuse"; job: JobRow; errorCode: DeliveryErrorCode }
  | { kind: "postpone"; job: JobRow; gate: 0 | 1 | 2; until: Date };

/** The input of a claim's decisions. `windows` belong to subscriptions and are replaced as deliveries are counted. */
export type ClaimInput = {
  now: Date;
  targets: ReadonlyMap<string, TargetRow>;
  windows: Map<string, Windows>;
  paces: TargetPaces;
  random: () => number;
};

const CALLBACK_OF = "callback of ";

/** The map key of a job's target. */
export function targetName(job: { tenant: number; targetId: string | null }): string {
  return job.targetId ?? `${CALLBACK_OF}${job.tenant}`;
}

/** The tenant whose callback a map key names; null for a subscription. */
export function callbackTenant(name: string): number | null {
  return name.startsWith(CALLBACK_OF) ? Number(name.slice(CALLBACK_OF.length)) : null;
}

/**
 * Decides claimed jobs one by one and takes tenants in turn, so that one tenant's burst does not delay another's
 * events. A job without a decision stays unchanged because the worker is full, or the target for a job that is not due
 * yet. Webhooks 8, claim 3.
 */
export function decideClaim(jobs: readonly JobRow[], input: ClaimInput): ClaimDecision[] {
  const decisions: ClaimDecision[] = [];
  const waiting = new Map<string, number>();
  for (const job of interleaveTenants(jobs)) {
    const decision = decide(job, input, waiting);
    if (!decision) continue;
    decisions.push(decision);
    if (decision.kind === "send") input.paces.taken(targetName(job));
  }
  return decisions;
}

function decide(job: JobRow, input: ClaimInput, waiting: Map<string, number>): ClaimDecision | null {
  const target = input.targets.get(targetName(job));
  const unusable = unusableReason(target);
  if (unusable) return { kind: "refuse", job, errorCode: unusable };
  if (job.claims >= MAX_CLAIMS) return { kind: "refuse", job, errorCode: "internal" };
  if (!target || !isOpen(target)) return { kind: "refuse", job, errorCode: "invalid_url" };

  const now = input.now.getTime();
  const made = applyMadeLimit(job, target, input);
  if (made === null) return { kind: "refuse", job, errorCode: "rate_limited" };
  const { gate, place } = made;
  if (place > now) return { kind: "postpone", job, gate, until: new Date(place) };
  // A first send to a subscription counts when it starts, so it never waits in memory.
  const admission = input.paces.admit(targetName(job), now, input.random(), gate === 2);
  if (job.isEarly && admission.kind !== "start") return null;
  if (admission.kind === "pace") return { kind: "postpone", job, gate, until: new Date(admission.until) };
  if (admission.kind === "full") return gate === job.gate ? null : { kind: "postpone", job, gate, until: input.now };
  const roomAt = applySentLimit(job, gate, input, waiting);
  if (roomAt !== null) return { kind: "postpone", job, gate, until: new Date(roomAt) };
  return { kind: "send", job, target };
}

/** The reason why nothing may be sent to the target any more; null when it may. Plain http is for the sandbox only. */
function unusableReason(target: TargetRow | undefined): DeliveryErrorCode | null {
  if (!target || target.deleted) return "subscription_deleted";
  if (!target.active) return "subscription_inactive";
  if (target.unverified) return "subscription_unverified";
  if (target.url === null) return "invalid_url";
  return target.mode === "PRODUCTION" && !target.url.toLowerCase().startsWith("https:") ? "invalid_url" : null;
}

function isOpen(target: TargetRow): target is OpenTarget {
  return target.url !== null;
}

/**
 * The gate after the *made* window, and the time from which the delivery may be sent; null when it exceeds the limit. Tests and callbacks
 * never have gate 0.
 */
function applyMadeLimit(
  job: JobRow,
  { overflow }: TargetRow,
  { windows, now }: ClaimInput,
): { gate: 1 | 2; place: number } | null {
  const nowMs = now.getTime();
  if (job.gate !== 0) return { gate: job.gate, place: nowMs };
  const name = targetName(job);
  const before = windows.get(name) ?? { made: [], sent: [] };
  if (overflow === "queue") {
    const taken = takePlace(before, nowMs);
    if (!taken) return null;
    windows.set(name, taken.windows);
    return { gate: 1, place: taken.place };
  }
  const kept = keepMade(before, { at: job.madeAt.getTime(), now: nowMs });
  if (!kept) return null;
  windows.set(name, kept);
  return { gate: 1, place: nowMs };
}

/** The time at which the *sent* window has room, or null when it has room now; the delivery is then counted. */
function applySentLimit(
  job: JobRow,
  gate: 1 | 2,
  { windows, now }: ClaimInput,
  waiting: Map<string, number>,
): number | null {
  if (gate === 2) return null;
  const name = targetName(job);
  const ahead = waiting.get(name) ?? 0;
  const result = admitSent(windows.get(name) ?? { made: [], sent: [] }, now.getTime(), ahead);
  if ("roomAt" in result) {
    waiting.set(name, ahead + 1);
    return result.roomAt;
  }
  windows.set(name, result.admitted);
  return null;
}

/** The first job of every tenant, then the second of every tenant, and so on. */
function interleaveTenants(jobs: readonly JobRow[]): JobRow[] {
  const byTenant = [...Map.groupBy(jobs, (job) => job.tenant).values()];
  const rounds = Math.max(0, ...byTenant.map((list) => list.length));
  return Array.from({ length: rounds }, (_, round) => byTenant.flatMap((list) => list[round] ?? [])).flat();
}
