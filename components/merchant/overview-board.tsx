"use client";

import type { ReactNode } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { AnalyticsSections } from "./analytics-sections.tsx";
import { DaysSection } from "./days-section.tsx";
import { FirstStepsSection } from "./first-steps-section.tsx";
import { MoneySection } from "./money-section.tsx";
import { NeedsAttention } from "./needs-attention.tsx";

/** Below the figures: what moved, what needs somebody, how it stands. Cards show by permission. Dashboard 2.5. */
export function OverviewBoard({ recent }: { recent: ReactNode }) {
  const session = useSession();
  const seesMoney = can(session, "BROWSE_TRANSACTIONS");
  return (
    <>
      <FirstStepsSection />
      <div className="-mx-pad mt-6 grid grid-cols-[minmax(0,1fr)] border-t md:grid-cols-aside">
        {seesMoney ? <MoneySection /> : <div className="min-w-0 px-pad py-5">{recent}</div>}
        <section aria-labelledby="todo" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
          <h2 id="todo" className="mb-1 font-semibold text-md">
            Needs attention
          </h2>
          <NeedsAttention />
          {seesMoney && <div className="mt-6">{recent}</div>}
        </section>
      </div>
      {seesMoney && <AnalyticsSections />}
      {seesMoney && <DaysSection />}
    </>
  );
}
