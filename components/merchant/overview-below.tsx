"use client";

import { AnalyticsSections } from "./analytics-sections.tsx";
import { DaysSection } from "./days-section.tsx";

/** The overview below the first screen, fetched after it. */
export function OverviewBelow() {
  return (
    <>
      <AnalyticsSections />
      <DaysSection />
    </>
  );
}
