"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { StatementSummary } from "../../../contract/statements.ts";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { type StatementDays, statementQuery } from "../../../lib/api/transactions.ts";
import { countOf } from "../../../lib/format/names.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** The sums of the statement that is chosen, read while it is a PDF. */
export function useStatementSums(days: StatementDays, isWanted: boolean) {
  const read = useQuery({ ...statementQuery(useSession(), days), enabled: isWanted });
  return { ...read, isError: isWanted && read.isError };
}

/** What the PDF will show, or why it cannot be made, before the click. */
export function StatementSums({ sums }: { sums: ReturnType<typeof useStatementSums> }) {
  return (
    <div className="grid min-h-[168px] content-start gap-3">
      <p className="text-fg-2">{texts.aPdfOldestFirst}</p>
      {sums.isError && (
        <Callout role="alert" tone="bad" icon={CircleAlert} title={titleOf(sums.error)}>
          <p>{problemText(sums.error)}</p>
          <RequestId error={sums.error} />
        </Callout>
      )}
      {sums.isFetching && !sums.data && <Skeleton className="w-64" />}
      {sums.data && !sums.isError && <Sums sums={sums.data} />}
    </div>
  );
}

function titleOf(error: unknown): string {
  const isTooLong = error instanceof ServiceError && error.code === "statement_too_long";
  return isTooLong ? texts.tooLongForAPdf : texts.theStatementCouldNot;
}

function Sums({ sums: { openingBalance, totalIn, totalOut, closingBalance, rows } }: { sums: StatementSummary }) {
  return (
    <section aria-label={texts.totals}>
      <Facts>
        <Fact name={texts.openingBalance}>
          <Money kobo={openingBalance} />
        </Fact>
        <Fact name={texts.moneyIn}>
          <Money kobo={totalIn} />
        </Fact>
        <Fact name={texts.moneyOut}>
          <Money kobo={totalOut} />
        </Fact>
        <Fact name={texts.closingBalance}>
          <Money kobo={closingBalance} />
        </Fact>
        <Fact name={texts.entries}>{countOf(rows, "row")}</Fact>
      </Facts>
    </section>
  );
}
