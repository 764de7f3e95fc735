"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Lock, Upload } from "lucide-react";
import { useId, useState } from "react";
import { reconciliationQuery, useBreaksFollowFiles } from "../../lib/api/reconciliation.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { dayText } from "../../lib/format/day.ts";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { Button } from "../ui/button.tsx";
import { DayText } from "../ui/day-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { BreaksList } from "./breaks-list.tsx";
import { FloatTable } from "./float-table.tsx";
import { SettlementFiles, UnconfirmedPayouts } from "./reconciliation-facts.tsx";
import { texts } from "./texts.ts";
import { type ReconciliationView, useReconciliationView } from "./use-reconciliation-view.ts";

const UploadSheet = lazySheet(() => import("./upload-file-sheet.tsx").then((module) => module.UploadFileSheet));

/** A day of our books beside the bank's, the differences of all days, unconfirmed payouts and settlement files. Rails 6, 8. */
export function ReconciliationPage() {
  const session = useSession();
  const view = useReconciliationView();
  const read = useQuery(reconciliationQuery(session, view.date));
  const isLoading = useSteadyLoading(read.isLoading);
  const day = read.data;
  useBreaksFollowFiles(day?.files);
  return (
    <>
      <Head view={view} />
      {read.isError && (!day || read.isPlaceholderData) ? (
        <LoadProblem what={texts.thisDay} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <div className="edge-line relative -mx-pad mt-5 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_364px]">
          <div className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 px-pad py-5">
            {isLoading || !day ? (
              <LoadingDay />
            ) : (
              <FloatTable day={day} isDimmed={read.isPlaceholderData} note={<AsOf read={read} />} />
            )}
            <BreaksList view={view} />
          </div>
          <aside
            aria-label={texts.unconfirmedPayoutsAndSettlement}
            className="grid min-w-0 content-start gap-6 px-pad py-5 max-lg:border-t lg:border-l"
          >
            {day && <UnconfirmedPayouts banks={day.unconfirmed} />}
            {day && <SettlementFiles files={day.files} />}
          </aside>
        </div>
      )}
    </>
  );
}

function Head({ view }: { view: ReconciliationView }) {
  const id = useId();
  const session = useSession();
  const [isUploading, setIsUploading] = useState(false);
  const isPermitted = can(session, "MANAGE_BALANCE_SETTLEMENT");
  const mayUpload = isPermitted && session.mode === "SANDBOX";
  return (
    <>
      <PageHead
        title={texts.reconciliation}
        sub={<span>{texts.ourBooksAndThe(dayText(view.date))}</span>}
        actions={
          <div className="flex w-full flex-col gap-2 md:items-end">
            <div className="flex flex-wrap items-center gap-2">
              <fieldset className="flex items-center gap-1">
                <legend className="sr-only">{texts.day}</legend>
                <Button
                  icon={ChevronLeft}
                  iconOnly
                  aria-label={texts.previousDay}
                  onClick={() => view.showNextDay(-1)}
                />
                <DayText
                  aria-label={texts.day}
                  value={view.date}
                  min="2020-01-01"
                  onDay={(day) => day !== null && view.showDay(day)}
                  className="w-36"
                />
                <Button
                  icon={ChevronRight}
                  iconOnly
                  aria-label={texts.nextDay}
                  isBlocked={view.isLastDay}
                  onClick={() => view.showNextDay(1)}
                />
              </fieldset>
              <Button
                variant="primary"
                icon={mayUpload ? Upload : Lock}
                isBlocked={!mayUpload}
                aria-haspopup="dialog"
                aria-describedby={mayUpload ? undefined : id}
                onClick={() => setIsUploading(true)}
              >
                {texts.uploadSettlementFile}
              </Button>
            </div>
            {!mayUpload && (
              <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-80">
                <Icon of={Lock} size={12} className="mt-0.5" />
                {isPermitted ? texts.thePlatformUploads : texts.yourRoleRoleCannotUpload(session.role)}
              </p>
            )}
          </div>
        }
      />
      <UploadSheet isOpen={isUploading} date={view.date} onClose={() => setIsUploading(false)} />
    </>
  );
}

function LoadingDay() {
  return (
    <div className="animate-late" aria-busy="true">
      <LoadingNote>{texts.loadingTheDay}</LoadingNote>
      <Skeleton className="mb-3 h-5 w-24" />
      {["opening", "in", "out", "closing", "head"].map((row) => (
        <div key={row} className="flex h-10 items-center justify-between border-b">
          <Skeleton className="w-28" />
          <Skeleton className="w-40" />
        </div>
      ))}
    </div>
  );
}
