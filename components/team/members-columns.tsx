"use client";

import { Clock, Pencil, UserMinus } from "lucide-react";
import { createContext, use } from "react";
import { usePendingChanges } from "../../lib/api/changes.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { Member, Role } from "../../lib/api/team.ts";
import { MiniButton } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import type { TableColumn } from "../ui/data-table.tsx";
import { Money } from "../ui/money.tsx";
import { changeObstacle, isOneself, removeObstacle } from "./team-rules.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<Member>;
type TeamActions = {
  members: readonly Member[];
  /** The roles this user may see. */
  roles: readonly Role[];
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
};

/** The actions of a row. */
export const TeamActionsContext = createContext<TeamActions>({
  members: [],
  roles: [],
  onEdit: () => undefined,
  onRemove: () => undefined,
});

export const memberColumns: Column[] = [
  {
    id: "name",
    header: texts.name,
    cell: ({ row }) => <MemberName member={row.original} />,
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "email",
    header: texts.eMail,
    cell: ({ row }) => row.original.email,
    meta: { isSoft: true, hides: "phone", skeletonWidth: "w-48" },
  },
  {
    id: "role",
    header: texts.role,
    cell: ({ row }) => <Chip tone={row.original.role === "MainMerchant" ? "info" : "mute"}>{row.original.role}</Chip>,
    meta: { width: "136px", skeletonWidth: "w-16" },
  },
  {
    id: "limit",
    header: texts.approvalLimit,
    cell: ({ row }) => <MemberLimit member={row.original} />,
    meta: { width: "152px", align: "end", hides: "narrow", skeletonWidth: "w-20" },
  },
  {
    id: "actions",
    header: () => <span className="sr-only">{texts.actions}</span>,
    cell: ({ row }) => <MemberActions member={row.original} />,
    meta: { width: "96px", align: "end", skeletonWidth: "w-8" },
  },
];

function MemberName({ member }: { member: Member }) {
  const session = useSession();
  const isWaiting = usePendingChanges().some(({ kind, subject }) => kind === "member" && subject === member.id);
  return (
    <span className="font-medium" title={member.email}>
      {member.firstName} {member.lastName}
      {isOneself(session, member) && <span className="font-normal text-fg-3"> {texts.you}</span>}{" "}
      {isWaiting && (
        <Chip tone="wait" icon={Clock} isShortOnPhone>
          {texts.changeWaits}
        </Chip>
      )}
    </span>
  );
}

/** Members who cannot approve have no limit to show. */
function MemberLimit({ member }: { member: Member }) {
  const role = use(TeamActionsContext).roles.find(({ id }) => id === member.roleId);
  if (role && !role.permissions.includes("APPROVE_TRANSFER")) {
    return <span className="text-fg-3">{texts.approvesNothing}</span>;
  }
  if (member.approvalLimit === null) return <span className="text-fg-2">{texts.noLimit}</span>;
  return <Money kobo={member.approvalLimit} />;
}

function MemberActions({ member }: { member: Member }) {
  const session = useSession();
  const { members, onEdit, onRemove } = use(TeamActionsContext);
  const name = `${member.firstName} ${member.lastName}`;
  const team = { session, members };
  return (
    <span className="inline-flex gap-1">
      <Act
        icon={Pencil}
        label={texts.changeRoleOrLimit(name)}
        obstacle={changeObstacle(team, member)}
        onAct={() => onEdit(member)}
      />
      <Act
        icon={UserMinus}
        label={texts.removeName(name)}
        obstacle={removeObstacle(team, member)}
        onAct={() => onRemove(member)}
      />
    </span>
  );
}

type ActProps = { icon: typeof Pencil; label: string; obstacle: string | null; onAct: () => void };

/** Blocked, it keeps its place and focus and gives the reason. Dashboard 2.4. */
export function Act({ icon, label, obstacle, onAct }: ActProps) {
  const isBlocked = obstacle !== null;
  return (
    <MiniButton
      icon={icon}
      aria-label={label}
      aria-disabled={isBlocked || undefined}
      aria-description={obstacle ?? undefined}
      title={obstacle ?? label}
      onClick={() => isBlocked || onAct()}
      className={isBlocked ? "cursor-not-allowed opacity-60" : ""}
    />
  );
}
