"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { usePendingChanges } from "../../lib/api/changes.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Member, membersQuery, type Role, rolesQuery } from "../../lib/api/team.ts";
import { countOf } from "../../lib/format/names.ts";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { PendingChanges } from "../layout/page/pending-changes.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, TableSkeleton } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { memberColumns, TeamActionsContext } from "./members-columns.tsx";
import { isOneself } from "./team-rules.ts";
import type { TeamTask } from "./team-sheets.tsx";
import { texts } from "./texts.ts";

// Loaded when a task is opened.
const TeamSheets = lazySheet(
  () => import("./team-sheets.tsx").then((module) => module.TeamSheets),
  ({ task }) => task !== null,
);

const NONE: readonly Role[] = [];
const CANNOT_INVITE = "team-cannot-invite";

/** Members with roles and limits, and invitations. Dashboard 2.5. */
export function TeamPage() {
  const session = useSession();
  const [task, setTask] = useState<TeamTask | null>(null);
  const read = useQuery(membersQuery(session));
  const roles = useQuery({ ...rolesQuery(session), enabled: can(session, "BROWSE_ROLES") });
  const mayInvite = can(session, "INVITE_TEAM_MEMBER");
  const members = read.data?.data ?? [];
  const pending = usePendingChanges();
  const own = members.find((member) => isOneself(session, member));
  return (
    <>
      <PageHead
        title={texts.team}
        actions={
          <Button
            variant="primary"
            icon={mayInvite ? UserPlus : Lock}
            isBlocked={!mayInvite}
            aria-haspopup="dialog"
            aria-describedby={mayInvite ? undefined : CANNOT_INVITE}
            onClick={() => setTask({ kind: "invite" })}
          >
            {texts.inviteAColleague}
          </Button>
        }
      />
      {!mayInvite && (
        <p id={CANNOT_INVITE} className="mt-1 flex items-center gap-1.5 text-fg-2 text-xs">
          <Icon of={Lock} size={12} />
          {texts.yourRoleRoleCannot(session.role)}
        </p>
      )}
      <PendingChanges changes={pending.filter(({ kind }) => kind !== "settings")} />
      <section aria-label={texts.members} className="@container mt-4">
        <Members read={read} roles={roles.data ?? NONE} onTask={setTask} />
      </section>
      {mayInvite && <InvitationsSection />}
      <TeamSheets
        task={task}
        roles={roles.data ?? NONE}
        ownLimit={own?.approvalLimit ?? null}
        onClose={() => setTask(null)}
      />
    </>
  );
}

type MembersProps = {
  read: {
    data: { data: Member[]; metadata: { totalRecords: number } } | undefined;
    isPending: boolean;
    isError: boolean;
    error: unknown;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  roles: readonly Role[];
  onTask: (task: TeamTask) => void;
};

function Members({ read, roles, onTask }: MembersProps) {
  const isLoading = useSteadyLoading(read.isPending);
  const members = read.data?.data;
  const actions = useMemo(
    () => ({
      members: members ?? [],
      roles,
      onEdit: (member: Member) => onTask({ kind: "edit", member }),
      onRemove: (member: Member) => onTask({ kind: "remove", member }),
    }),
    [members, roles, onTask],
  );
  if (isLoading) return <TableSkeleton columns={memberColumns} label={texts.loadingMembers} />;
  if (!read.data) return <LoadProblem what={texts.theTeam} error={read.error} onRetry={() => void read.refetch()} />;
  const { data, metadata } = read.data;
  return (
    <TeamActionsContext value={actions}>
      <DataTable caption={texts.membersOfTheTeam} columns={memberColumns} rows={data} getRowId={({ id }) => id} />
      <p className="mt-4 text-fg-3 text-xs tabular-nums">
        {metadata.totalRecords > data.length && texts.theFirstCountOf(data.length)}
        {countOf(metadata.totalRecords, "member")} · <AsOf read={read} />
      </p>
    </TeamActionsContext>
  );
}
