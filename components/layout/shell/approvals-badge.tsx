"use client";

import { useApprovableCount } from "../../../lib/api/badges.ts";
import { CountBadge } from "./count-badge.tsx";

/** The number of requests that this member can approve. Dashboard 2.3. */
export function ApprovalsBadge() {
  const count = useApprovableCount();
  return count ? <CountBadge count={count} what="waiting" /> : null;
}
