"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { pendingDetailsQuery } from "../../../lib/api/approvals.ts";
import { FRESH_MS } from "../../../lib/api/query-keys.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { shortId } from "../../../lib/format/names.ts";
import { useIsUnmounted } from "../../layout/hooks/use-is-unmounted.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdText } from "../../ui/facts.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { kindAppearances, requestTitle } from "../approval-texts.ts";
import { StatusChip } from "../queue/approvals-columns.tsx";
import { ApprovalBody } from "./approval-body.tsx";
import { ApprovalVerdict } from "./approval-decision.tsx";
import { ApprovalSkeleton } from "./approval-skeleton.tsx";
import type { RemovalVerb } from "./remove-approval-form.tsx";
import { texts } from "./texts.ts";
import { approvedText, useApproval } from "./use-approval.ts";

// Most requests are approved, so this form loads after the page.
const RemoveApprovalSheet = lazySheet(
  () => import("./remove-approval-sheet.tsx").then((module) => module.RemoveApprovalSheet),
  ({ verb }) => verb !== null,
);

/** A closing sheet restores the focus to its trigger; only then may the focus move on. */
const SHEET_CLOSED_MS = 100;

type ApprovalDetailsProps = {
  id: string;
  /** Where to continue after this user approved, declined or withdrew the request. */
  onDecided: () => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Rendered before the title: the back link, if any. */
  lead?: ReactNode;
};

/** One request: its content, the changes since submission, and the decision. Dashboard 5.8. */
export function ApprovalDetails(props: ApprovalDetailsProps) {
  const session = useSession();
  const read = useQuery({
    ...pendingDetailsQuery(session, props.id),
    refetchInterval: ({ state }) => (state.data?.status === "PENDING" ? FRESH_MS.list : false),
  });
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading) return <ApprovalSkeleton />;
  if (!read.data) return <NoApproval error={read.error} onRetry={() => void read.refetch()} />;
  return <LoadedApproval {...props} details={read.data} read={read} />;
}

type Read = {
  dataUpdatedAt: number;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<{ data?: unknown }>;
};

function LoadedApproval({
  details,
  read,
  onDecided,
  announce,
  lead,
}: ApprovalDetailsProps & { details: PendingDetails; read: Read }) {
  const [isOvertaken, setIsOvertaken] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [removal, setRemoval] = useState<RemovalVerb | null>(null);
  const isGone = useIsUnmounted();
  const title = requestTitle(details);
  const overtaken = () => {
    setRemoval(null);
    setIsOvertaken(true);
    void read.refetch();
  };
  const approval = useApproval(details, {
    onApproved: () => {
      showToast({ title: approvedText(details) });
      onDecided();
    },
    onOvertaken: overtaken,
  });
  const checkAgain = async () => {
    setIsChecking(true);
    const { data } = await read.refetch();
    setIsChecking(false);
    announce(data ? checkedText(data as PendingDetails) : texts.couldNotCheckAgain);
  };
  usePageTitle(`${kindAppearances[details.kind].word} ${formatKobo(details.amount)}`);
  return (
    <article aria-label={title} className="flex min-h-0 flex-col lg:h-full">
      <header className="flex h-13 shrink-0 items-center gap-2 border-b lg:px-pad">
        {lead}
        <span className="font-medium">{kindAppearances[details.kind].word}</span>
        <StatusChip item={details} />
        <span className="flex-1" />
        <IdText text={shortId(details.id)} title={details.id}>
          <CopyButton value={details.id} label={texts.approvalId} />
        </IdText>
      </header>
      <ApprovalBody details={details} read={read} approval={approval} isOvertaken={isOvertaken} />
      {details.status === "PENDING" && (
        <ApprovalVerdict
          details={details}
          approval={approval}
          isChecking={isChecking}
          onCheckAgain={() => void checkAgain()}
          onRemove={setRemoval}
        />
      )}
      <RemoveApprovalSheet
        verb={removal}
        details={details}
        onClose={() => setRemoval(null)}
        onOvertaken={overtaken}
        onDone={(verb) => {
          setRemoval(null);
          showToast({ title: verb === "withdraw" ? texts.withdrawn : texts.declined });
          setTimeout(() => isGone.current || onDecided(), SHEET_CLOSED_MS);
        }}
      />
    </article>
  );
}

function checkedText({ checks, status }: PendingDetails): string {
  if (status !== "PENDING") return texts.itIsNoLonger;
  if (!checks.now) return texts.checkedAgain;
  return checks.now.allowed
    ? texts.checkedAgainNothingStands
    : texts.checkedAgainMap(checks.now.reasons.map(({ message }) => message).join(" "));
}

/** The same text for a missing request, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoApproval({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <LoadProblem what={texts.thisRequest} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.thereIsNoSuch}
      action={<ButtonLink href="/approvals">{texts.seeWhatWaits}</ButtonLink>}
    >
      <p>{texts.itMayBelongTo}</p>
    </EmptyState>
  );
}
