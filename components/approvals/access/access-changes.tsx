"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, KeyRound, Lock } from "lucide-react";
import { useId, useState } from "react";
import type { AccessChange } from "../../../contract/access-changes.ts";
import { changesQuery, useDecideChange } from "../../../lib/api/changes.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { changeText } from "../../../lib/format/change-text.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { leftText } from "../approval-texts.ts";
import { StatusChip } from "../queue/approvals-columns.tsx";
import { EndChangeModal } from "./end-change-modal.tsx";
import { texts } from "./texts.ts";

/** Changes to who may approve or move money: those that wait for another approver, then the decided ones. Dashboard 2.5. */
export function AccessChanges() {
  const session = useSession();
  const pending = useQuery(changesQuery(session, "PENDING"));
  const all = useQuery(changesQuery(session, "ALL"));
  const isLoading = useSteadyLoading(pending.isPending);
  const [ended, setEnded] = useState<AccessChange | null>(null);
  if (isLoading) return <Skeleton className="mt-5 h-40 w-full" />;
  if (!pending.data) {
    return <LoadProblem what={texts.theChanges} error={pending.error} onRetry={() => void pending.refetch()} />;
  }
  const decided = all.data?.data.filter(({ status }) => status !== "PENDING") ?? [];
  return (
    <>
      <p className="py-4 text-fg-2">{texts.anotherApproverMustAgree}</p>
      {pending.data.data.length === 0 && (
        <EmptyState icon={KeyRound} title={texts.noChangeWaitsFor}>
          <p>{texts.newApproversHigherApproval}</p>
        </EmptyState>
      )}
      <ul aria-label={texts.changesThatWait} className="divide-y border-y empty:hidden">
        {pending.data.data.map((change) => (
          <PendingChange key={change.id} change={change} onEnd={() => setEnded(change)} />
        ))}
      </ul>
      {decided.length > 0 && (
        <section aria-labelledby="decided-changes" className="mt-8">
          <h2 id="decided-changes" className="mb-2 font-semibold text-md">
            {texts.decided}
          </h2>
          <ul className="divide-y border-y">
            {decided.map((change) => (
              <DecidedChange key={change.id} change={change} />
            ))}
          </ul>
        </section>
      )}
      <EndChangeModal change={ended} onClose={() => setEnded(null)} />
    </>
  );
}

function PendingChange({ change, onEnd }: { change: AccessChange; onEnd: () => void }) {
  const { viewer, creatorName, createdAt, expiresAt } = change;
  const id = useId();
  const decide = useDecideChange();
  const isOnline = useOnline();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const obstacle = isOnline ? viewer.reason : texts.youAreOffline;
  const text = changeText(change);
  const approve = () => {
    if (obstacle !== null || decide.isPending) return;
    const onSuccess = () => showToast({ title: texts.changeApproved });
    decide.mutate({ id: change.id, idempotencyKey }, { onSuccess });
  };
  return (
    <li className="grid gap-3 py-4">
      <div className="min-w-0">
        <p className="break-words font-medium">{text}</p>
        <p className="text-fg-2 text-xs">
          {texts.requestedByCreatorName(creatorName)} <When at={createdAt} />
          {texts.expiresInLeft(leftText(Date.parse(expiresAt) - Date.now()))}
        </p>
      </div>
      {decide.isError && <WriteProblem error={decide.error} title={texts.itWasNotApproved} />}
      {obstacle !== null && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
          <Icon of={Lock} size={12} className="mt-0.5" />
          <span>{obstacle}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={Check}
          isBlocked={obstacle !== null}
          isBusy={decide.isPending}
          aria-label={texts.approveText(text)}
          aria-describedby={obstacle === null ? undefined : id}
          onClick={approve}
        >
          {texts.approve}
        </Button>
        {(viewer.canWithdraw || viewer.canApprove) && (
          <Button
            icon={Ban}
            isBlocked={!isOnline || decide.isPending}
            aria-haspopup="dialog"
            aria-label={`${viewer.canWithdraw ? texts.withdraw : texts.decline}: ${text}`}
            onClick={onEnd}
          >
            {viewer.canWithdraw ? texts.withdraw : texts.decline}
          </Button>
        )}
      </div>
    </li>
  );
}

function DecidedChange({ change }: { change: AccessChange }) {
  const { status, creatorName, decidedByName, decidedAt, reason, comment } = change;
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="break-words">{changeText(change)}</p>
        <p className="break-words text-fg-2 text-xs">
          {texts.requestedByCreatorNameDecided(creatorName, decidedByName ?? "")} {decidedAt && <When at={decidedAt} />}
          {(reason ?? comment) && `: ${reason ?? comment}`}
        </p>
      </div>
      <StatusChip item={{ status, withdrawn: false }} />
    </li>
  );
}
