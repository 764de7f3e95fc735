"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { FirstStepsSection } from "../first-steps/first-steps-section.tsx";
import { AttentionSkeleton } from "./attention-skeleton.tsx";
import { MoneySection } from "./money-section.tsx";
import { texts } from "./texts.ts";

// Outside the first screen, or shown after its own requests, so it must not delay the first paint.
const load = () => import("./overview-late.tsx").then((module) => module.overviewLate);
const OverviewBelow = dynamic(() => load().then((late) => late.OverviewBelow), { ssr: false });
const NeedsAttention = dynamic(() => load().then((late) => late.NeedsAttention), {
  ssr: false,
  loading: AttentionSkeleton,
});

/** The overview below its figures: money moved, items that need attention, and balances. Cards depend on permissions. Dashboard 2.5. */
export function OverviewBoard({ recent, insights }: { recent: ReactNode; insights: ReactNode }) {
  const session = useSession();
  const seesMoney = can(session, "BROWSE_TRANSACTIONS");
  return (
    <>
      <FirstStepsSection />
      <div className="-mx-pad mt-6 grid grid-cols-[minmax(0,1fr)] border-t md:grid-cols-aside">
        {seesMoney ? <MoneySection /> : <div className="min-w-0 px-pad py-5">{recent}</div>}
        <section aria-labelledby="todo" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
          <h2 id="todo" className="mb-1 font-semibold text-md">
            {texts.needsAttention}
          </h2>
          <NeedsAttention />
          {seesMoney && <div className="mt-6">{recent}</div>}
        </section>
      </div>
      {seesMoney && insights}
      {seesMoney && <OverviewBelow />}
    </>
  );
}
