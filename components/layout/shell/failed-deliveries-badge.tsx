"use client";

import { useFailedDeliveriesCount } from "../../../lib/api/badges.ts";
import { CountBadge } from "./count-badge.tsx";

/** The number of deliveries that failed in the last 24 hours. Dashboard 2.3. */
export function FailedDeliveriesBadge() {
  const count = useFailedDeliveriesCount();
  if (!count) return null;
  return <CountBadge count={count} what="failed in 24 hours" isBad />;
}
