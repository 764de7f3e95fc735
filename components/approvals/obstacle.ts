import type { PendingDetails } from "../../contract/approvals.ts";

/** What stands between this person and Approve, in words; `kind` says what to do about it. */
export type Obstacle = { kind: "person" | "check" | "offline"; text: string };

/**
 * The first reason against approving now: that this person may not, that a check fails (approving would only burn the row),
 * or that there is no network. Pure. Dashboard 5.8.
 */
export function obstacleOf(details: PendingDetails, isOnline: boolean): Obstacle | null {
  const { viewer, checks } = details;
  if (!viewer.canApprove) return { kind: "person", text: viewer.reason ?? "You may not approve this." };
  const blocking = blockingReasons(checks);
  if (blocking.length > 0) return { kind: "check", text: `Cannot be approved now: ${blocking.join(" ")}` };
  if (!isOnline) return { kind: "offline", text: "You are offline." };
  return null;
}

/** Every reason that the checks have against it now, in the service's words. */
export function blockingReasons({ now }: PendingDetails["checks"]): string[] {
  if (!now || now.allowed) return [];
  const texts = now.reasons.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`));
  return texts.length > 0 ? texts : ["a check fails."];
}
