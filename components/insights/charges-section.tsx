"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChargeSums } from "../../contract/insights.ts";
import { chargesQuery, type Period } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { InsightSection } from "./insight-section.tsx";
import type { InsightTable } from "./insight-tables.ts";
import { kindHref, kindNames } from "./kind-names.ts";
import { transactionsHref } from "./rows-behind.ts";
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

type Charges = ChargeSums["total"];

function tableOf({ kinds, total, before }: ChargeSums, period: Period, former: Period): InsightTable {
  const cells = ({ merchantFees, platformFees, vat, duty }: Charges, href: string) =>
    [merchantFees, platformFees, vat, duty].map((kobo) => ({ kobo, href }));
  const success = { status: "success" };
  return {
    heads: [texts.kind, texts.yourFees, texts.platformFees, texts.vat, texts.duty],
    rows: [
      ...kinds.map((one) => ({ name: kindNames[one.kind], cells: cells(one, kindHref(one.kind, period)) })),
      { name: texts.total, cells: cells(total, transactionsHref(period, success)) },
      { name: texts.before, cells: cells(before, transactionsHref(former, success)) },
    ],
  };
}
