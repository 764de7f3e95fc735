"use client";

import dynamic from "next/dynamic";

// Below the first screen, so it must not delay the first paint.
export const OverviewInsights = dynamic(() => import("./insight-cards.tsx").then((module) => module.InsightCards), {
  ssr: false,
});
