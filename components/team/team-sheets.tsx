"use client";

import type { Member, Role } from "../../lib/api/team.ts";
import { WAITING } from "../layout/page/pending-changes.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { InviteForm } from "./invite-form.tsx";
import { MemberForm } from "./member-form.tsx";
import { RemoveMemberForm } from "./remove-member-form.tsx";
import { texts } from "./texts.ts";

export type TeamTask = { kind: "invite" } | { kind: "edit" | "remove"; member: Member };

const titles: Record<TeamTask["kind"], string> = {
  invite: texts.inviteAColleague,
  edit: texts.changeMember,
  remove: texts.removeMember,
};

type TeamSheetsProps = {
  task: TeamTask | null;
  roles: readonly Role[];
  ownLimit: number | null;
  onClose: () => void;
};

/** The open team task, if any. */
export function TeamSheets({ task, roles, ownLimit, onClose }: TeamSheetsProps) {
  const done = (title: string, isWaiting = false) => {
    onClose();
    showToast(isWaiting ? WAITING : { title });
  };
  return (
    <Sheet title={titles[task?.kind ?? "invite"]} isOpen={task !== null} onOpenChange={onClose}>
      {task?.kind === "invite" && (
        <InviteForm
          roles={roles}
          ownLimit={ownLimit}
          onCancel={onClose}
          onDone={(email, isWaiting) => done(texts.invitationSentToEmail(email), isWaiting)}
        />
      )}
      {task?.kind === "edit" && (
        <MemberForm
          member={task.member}
          roles={roles}
          ownLimit={ownLimit}
          onCancel={onClose}
          onDone={(isWaiting) => done(texts.nameChanged(nameOf(task.member)), isWaiting)}
        />
      )}
      {task?.kind === "remove" && (
        <RemoveMemberForm
          member={task.member}
          onCancel={onClose}
          onDone={() => done(texts.nameRemovedFromThe(nameOf(task.member)))}
        />
      )}
    </Sheet>
  );
}

function nameOf({ firstName, lastName }: Member): string {
  return `${firstName} ${lastName}`;
}
