"use client";

import { useApprovableCount } from "../../../lib/api/badges.ts";
import { CountBadge } from "./count-badge.tsx";

/** How many approvals wait for this person. Dashboard 2.3. */
export function ApprovalsBadge() {
  const count = useApprovableCount();
  return count ? <CountBadge count={count} what="waiting" /> : null;
}
