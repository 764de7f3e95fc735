"use client";

import { useWaitingApprovalsCount } from "../../lib/api/approvals.ts";

const MOST = 99;

/** How many approvals wait for this person; folded, a dot over the picture. Dashboard 2.3. */
export function ApprovalsBadge() {
  const count = useWaitingApprovalsCount();
  if (!count) return null;
  return (
    <>
      <span
        aria-hidden
        className="grid h-5 min-w-5 place-items-center rounded-full bg-panel px-1.5 font-medium text-fg text-xs tabular-nums shadow-hair md:max-lg:absolute md:max-lg:-top-0.5 md:max-lg:right-0.5 md:max-lg:h-4 md:max-lg:min-w-4 md:max-lg:px-1"
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">, {count} waiting</span>
    </>
  );
}
