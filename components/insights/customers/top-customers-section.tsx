"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../../contract/insight-links.ts";
import type { TopCustomers } from "../../../contract/insights-customers.ts";
import { topCustomersQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { monthText } from "../../../lib/format/period.ts";
import { FigureLink, InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { usePeriod } from "../use-period.ts";
import { AsOf } from "./as-of.tsx";
import { texts } from "./texts.ts";

/** The customers who moved most in the month in which the period ends. Dashboard 9, decision 0143. */
export function TopCustomersSection() {
  const { period } = usePeriod();
  const month = period.endDate.slice(0, 7);
  const read = useQuery(topCustomersQuery(useSession(), month));
  const { data } = read;
  const table = useMemo(() => data && tableOf(data), [data]);
  return (
    <InsightSection
      title={texts.topCustomers("20", monthText(month))}
      width="third"
      read={read}
      help={<p>{texts.topHelp}</p>}
      summary={data && (data.total === 0 ? texts.noCustomerMoved : <Total top={data} />)}
      table={table}
      isTableOnly
      footer={data && <AsOf instant={data.asOf} />}
    />
  );
}

function Total({ top }: { top: TopCustomers }) {
  return (
    <FigureLink href={insightRowsPath("customerVolume", top)}>{texts.ofAllCustomers(formatKobo(top.total))}</FigureLink>
  );
}

function tableOf({ customers, total, startDate, endDate }: TopCustomers): InsightTable {
  return {
    heads: [texts.customer, texts.volume, texts.share],
    rows: customers.map(({ customerId, name, volume }, index) => {
      const href = `/wallets/${customerId}?${new URLSearchParams({ tab: "transactions", status: "success", startDate, endDate })}`;
      return {
        name: texts.ranked(index + 1, name),
        href,
        cells: [
          { kobo: volume, href },
          { percent: total > 0 ? (volume / total) * 100 : null, href },
        ],
      };
    }),
  };
}
