"use client";

import { useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../contract/merchant-analytics.ts";
import { overviewQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText } from "../../../lib/format/day.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { DayFigure } from "../days/day-figure.tsx";
import { sumOf } from "../days/day-sums.ts";
import { useOverviewDays } from "../days/use-overview-days.ts";
import { SectionNote, SectionState } from "./section-state.tsx";
import { texts } from "./texts.ts";

const TITLE = texts.creditsAndDebits;
const series = [
  { of: "credits", name: texts.credits, colour: "var(--accent)" },
  { of: "debits", name: texts.debits, colour: "var(--control-line)" },
];

/** Credits and debits by day. The table of the same days is at the end of the page. Dashboard 2.5. */
export function MoneySection() {
  const session = useSession();
  const [span] = useOverviewDays();
  const read = useQuery(overviewQuery(session, span));
  if (!read.data) return <SectionState title={TITLE} read={read} />;
  const { days } = read.data;
  if (sumOf(days, "creditCount") + sumOf(days, "debitCount") === 0) {
    return (
      <SectionNote title={TITLE}>
        {texts.noCreditsOrDebits(countOf(days.length, "day"), transfersText(days))}
      </SectionNote>
    );
  }
  return (
    <DayFigure
      title={TITLE}
      about={aboutText(days)}
      note={transfersText(days)}
      shape="bars"
      unit="kobo"
      days={days}
      series={series}
    >
      <p className="mt-3 text-fg-3 text-xs">
        <a href="#days" className="rounded-small underline underline-offset-2 hover:text-fg">
          {texts.theSameDaysAs}
        </a>
      </p>
    </DayFigure>
  );
}

function aboutText(days: Overview["days"]): string {
  const [first, last] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const sums = texts.sumCreditsSumDebits(formatKobo(sumOf(days, "credits")), formatKobo(sumOf(days, "debits")));
  return texts.creditsAndDebitsPer(dayText(first), dayText(last), sums);
}

function transfersText(days: Overview["days"]): string {
  const count = sumOf(days, "transferCount");
  if (count === 0) return texts.noTransfersBetweenCustomers;
  return texts.besidesTransfersOfSum(countOf(count, "transfer"), formatKobo(sumOf(days, "transfers")));
}
