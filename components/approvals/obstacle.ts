import type { PendingDetails } from "../../contract/approvals.ts";
import { texts } from "./texts.ts";

/** Why this user cannot approve; `kind` selects the remedy. */
export type Obstacle = { kind: "person" | "check" | "offline"; text: string };

/**
 * The first reason against approving now: no permission, a failing check (approving would use up the request), or no network. Pure.
 * Dashboard 5.8.
 */
export function obstacleOf(details: PendingDetails, isOnline: boolean): Obstacle | null {
  const { viewer, checks } = details;
  if (!viewer.canApprove) return { kind: "person", text: viewer.reason ?? texts.youMayNotApprove };
  const blocking = blockingReasons(checks);
  if (blocking.length > 0) return { kind: "check", text: texts.cannotBeApprovedNow(blocking.join(" ")) };
  if (!isOnline) return { kind: "offline", text: texts.youAreOffline };
  return null;
}

/** All reasons of the failing checks, as the service's sentences. */
export function blockingReasons({ now }: PendingDetails["checks"]): string[] {
  if (!now || now.allowed) return [];
  const sentences = now.reasons.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`));
  return sentences.length > 0 ? sentences : [texts.aCheckFails];
}
