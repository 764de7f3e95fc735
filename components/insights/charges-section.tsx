"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../contract/insight-links.ts";
import type { ChargeSums, InsightKind } from "../../contract/insights.ts";
import { chargesQuery, type Period } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { InsightSection } from "./insight-section.tsx";
import type { InsightTable } from "./insight-tables.ts";
import { kindNames } from "./kind-names.ts";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";

/** Fees, VAT and stamp duty by kind, with their total and that of the period before. */
export function ChargesSection() {
  const { period, before } = usePeriod();
  const read = useQuery(chargesQuery(useSession(), period));
  const { data } = read;
  const table = useMemo(() => data && tableOf(data, period, before), [data, period, before]);
  return (
    <InsightSection
      title={texts.feesVatAndDuty}
      width="third"
      read={read}
      isTableOnly
      help={
        <>
          <p>{texts.feesHelpWhen}</p>
          <p>{texts.feesHelpTaxes}</p>
        </>
      }
      table={table}
      footer={data && (data.isComplete ? texts.taxesAreOwed : texts.taxesAreCatchingUp)}
    />
  );
}

const FIGURES = ["merchantFees", "platformFees", "vat", "duty"] as const;
type Charges = ChargeSums["total"];

function tableOf({ kinds, total, before }: ChargeSums, period: Period, former: Period): InsightTable {
  const cells = (charges: Charges, days: Period, kind?: InsightKind) =>
    FIGURES.map((figure) => ({ kobo: charges[figure], href: insightRowsPath(figure, days, kind && { kind }) }));
  return {
    heads: [texts.kind, texts.yourFees, texts.platformFees, texts.vat, texts.duty],
    rows: [
      ...kinds.map((one) => ({ name: kindNames[one.kind], cells: cells(one, period, one.kind) })),
      { name: texts.total, cells: cells(total, period) },
      { name: texts.before, cells: cells(before, former) },
    ],
  };
}
