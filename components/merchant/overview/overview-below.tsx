"use client";

import { DaysSection } from "../days/days-section.tsx";
import { AnalyticsSections } from "./analytics-sections.tsx";

/** The overview below the first screen, fetched after it. */
export function OverviewBelow() {
  return (
    <>
      <AnalyticsSections />
      <DaysSection />
    </>
  );
}
