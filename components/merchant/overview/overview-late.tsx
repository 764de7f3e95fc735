"use client";

import { DaysSection } from "../days/days-section.tsx";
import { AnalyticsSections } from "./analytics-sections.tsx";
import { NeedsAttention } from "./needs-attention.tsx";

/** What the overview shows after its first screen, as one module, so that it is one request. */
export const overviewLate = { NeedsAttention, OverviewBelow };

function OverviewBelow() {
  return (
    <>
      <AnalyticsSections />
      <DaysSection />
    </>
  );
}
