"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Clock, MailPlus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { createContext, use, useMemo, useRef, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Invitation, invitationsQuery, useResendInvitation } from "../../lib/api/team.ts";
import { countOf } from "../../lib/format/names.ts";
import { useLatch } from "../layout/hooks/use-latch.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager } from "../layout/page/pager.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Chip } from "../ui/chip.tsx";
import { DataTable, type TableColumn, TableSkeleton } from "../ui/data-table.tsx";
import { showToast } from "../ui/toast-store.ts";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { When } from "../ui/when.tsx";
import { Act } from "./members-columns.tsx";
import { texts } from "./texts.ts";

// Loaded when it is opened.
const WithdrawModal = dynamic(() => import("./withdraw-modal.tsx").then((module) => module.WithdrawModal), {
  ssr: false,
});

type Column = TableColumn<Invitation>;

const Actions = createContext<{ onResend: (one: Invitation) => void; onWithdraw: (one: Invitation) => void }>({
  onResend: () => undefined,
  onWithdraw: () => undefined,
});

const columns: Column[] = [
  { id: "email", header: texts.eMail, cell: ({ row }) => row.original.email, meta: { skeletonWidth: "w-48" } },
  {
    id: "role",
    header: texts.role,
    cell: ({ row }) => row.original.role,
    meta: { width: "136px", hides: "phone", skeletonWidth: "w-16" },
  },
  {
    id: "state",
    header: texts.state,
    cell: ({ row }) => <State one={row.original} />,
    meta: { width: "128px", skeletonWidth: "w-16" },
  },
  {
    id: "expires",
    header: texts.worksUntil,
    cell: ({ row }) => (row.original.accepted ? "–" : <When at={row.original.expiresAt} />),
    meta: { width: "144px", isSoft: true, hides: "narrow", skeletonWidth: "w-24" },
  },
  {
    id: "actions",
    header: () => <span className="sr-only">{texts.actions}</span>,
    cell: ({ row }) => <InvitationActions one={row.original} />,
    meta: { width: "96px", align: "end", skeletonWidth: "w-8" },
  },
];

/** Open, accepted and expired invitations. Dashboard 2.5. */
export function InvitationsSection() {
  const session = useSession();
  const [page, setPage] = useState(1);
  const read = useQuery(invitationsQuery(session, page));
  const isLoading = useSteadyLoading(read.isPending);
  const resend = useResendInvitation();
  const [asked, setAsked] = useState<Invitation | null>(null);
  const hasModal = useLatch(asked !== null);
  const { mutate } = resend;
  const isSending = useRef(false);
  const actions = useMemo(
    () => ({
      onResend: ({ email }: Invitation) => {
        // Each email invalidates the link before it, so a double click must send only one.
        if (isSending.current) return;
        isSending.current = true;
        mutate(email, {
          onSuccess: () => showToast({ title: texts.invitationSentAgainTo(email) }),
          onSettled: () => {
            isSending.current = false;
          },
        });
      },
      onWithdraw: setAsked,
    }),
    [mutate],
  );
  const { data, metadata } = read.data ?? {};
  // A withdrawal may empty the last page.
  if (metadata && !read.isPlaceholderData && page > Math.max(metadata.totalPages, 1)) setPage(metadata.totalPages || 1);
  return (
    <section aria-labelledby="invitations" className="@container -mx-pad mt-8 border-t px-pad pt-5">
      <h2 id="invitations" className="mb-2 font-semibold text-md">
        {texts.invitations}
      </h2>
      {resend.isError && <WriteProblem error={resend.error} />}
      {isLoading && <TableSkeleton columns={columns} label={texts.loadingInvitations} />}
      {!isLoading && !read.data && (
        <LoadProblem what={texts.theInvitations} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {!isLoading && metadata?.totalRecords === 0 && <p className="text-fg-2">{texts.nobodyIsInvitedNow}</p>}
      {!isLoading && data && metadata && data.length > 0 && (
        <Actions value={actions}>
          <DataTable
            caption={texts.invitationsNewestFirst}
            columns={columns}
            rows={data}
            getRowId={({ id }) => id}
            isQuiet={({ accepted }) => accepted}
            isDimmed={read.isPlaceholderData}
          />
          <Pager metadata={metadata} total={countOf(metadata.totalRecords, "invitation")} onPage={setPage}>
            <AsOf read={read} />
          </Pager>
        </Actions>
      )}
      {hasModal && <WithdrawModal invitation={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function State({ one }: { one: Invitation }) {
  if (one.accepted) {
    return (
      <Chip tone="ok" icon={Check}>
        {texts.accepted}
      </Chip>
    );
  }
  if (Date.parse(one.expiresAt) < Date.now()) return <Chip tone="mute">{texts.expired}</Chip>;
  return (
    <Chip tone="wait" icon={Clock}>
      {texts.open}
    </Chip>
  );
}

function InvitationActions({ one }: { one: Invitation }) {
  const { onResend, onWithdraw } = use(Actions);
  if (one.accepted) return null;
  return (
    <span className="inline-flex gap-1">
      <Act icon={MailPlus} label={texts.sendAgainToEmail(one.email)} obstacle={null} onAct={() => onResend(one)} />
      <Act
        icon={Trash2}
        label={texts.withdrawTheInvitationOf(one.email)}
        obstacle={null}
        onAct={() => onWithdraw(one)}
      />
    </span>
  );
}
