"use client";

import { AnalyticsSections } from "./analytics-sections.tsx";
import { DaysSection } from "./days-section.tsx";

/** What stands below the first screen of the overview, fetched once that is there. */
export function OverviewBelow() {
  return (
    <>
      <AnalyticsSections />
      <DaysSection />
    </>
  );
}
