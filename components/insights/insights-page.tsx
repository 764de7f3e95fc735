"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { periodText } from "../../lib/format/period.ts";
import { PageHead } from "../layout/page/page-head.tsx";
import { SavedViews } from "../layout/page/saved-views.tsx";
import { Stats } from "../ui/stats.tsx";
import { CashPositionSection } from "./cash-position-section.tsx";
import { ChargesSection } from "./charges-section.tsx";
import { ActiveStat } from "./customers/active-stat.tsx";
import { WeeklyMailSwitch } from "./customers/weekly-mail-switch.tsx";
import { ExportButton } from "./export-button.tsx";
import { type TableRegistry, TablesContext } from "./insight-tables.ts";
import { MoneyStats } from "./money-stats.tsx";
import { PeriodControl } from "./period-control.tsx";
import { FailuresSection, SuccessSection } from "./success-sections.tsx";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";
import { VolumeSection } from "./volume-section.tsx";

// Below the first screen, so it must not delay the first paint.
const CustomerSections = dynamic(
  () => import("./customers/customer-sections.tsx").then((module) => module.CustomerSections),
  { ssr: false },
);

/** The figures that finance people need, each in a section of its own that loads and fails alone. Dashboard 9, decision 0140. */
export function InsightsPage() {
  const { period, before } = usePeriod();
  const [tables] = useState<TableRegistry>(() => new Map());
  return (
    <TablesContext value={tables}>
      <PageHead
        title={texts.insights}
        sub={texts.comparedWith(periodText(period), periodText(before))}
        actions={
          <div className="flex gap-2 max-md:w-full max-md:flex-wrap print:hidden">
            <WeeklyMailSwitch />
            <SavedViews list="insights" />
            <ExportButton period={period} tables={tables} />
          </div>
        }
      />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <PeriodControl />
        <p className="text-fg-3 text-xs print:hidden">{texts.selectANumber}</p>
      </div>
      <Stats>
        <MoneyStats />
        <ActiveStat />
      </Stats>
      {/* Each section draws the lines above and beside it; those at the edge of the panel are cut off. */}
      <div className="-mx-pad mt-5 overflow-clip print:mx-0 print:overflow-visible">
        <div className="-ml-px grid print:ml-0 grid-cols-[minmax(0,1fr)] md:grid-cols-2 lg:grid-cols-6 print:block">
          <CashPositionSection />
          <ChargesSection />
          <VolumeSection />
          <SuccessSection />
          <FailuresSection />
          <CustomerSections />
        </div>
      </div>
    </TablesContext>
  );
}
