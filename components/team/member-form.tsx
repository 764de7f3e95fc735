"use client";

import { type FormEvent, useState } from "react";
import { problemOfField } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Member, type MemberChange, type Role, useUpdateMember } from "../../lib/api/team.ts";
import { nairaText, parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { can } from "../../lib/permissions.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { ConsentNote } from "../layout/page/pending-changes.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RoleField } from "./role-field.tsx";
import { LIMIT_FIELD, limitObstacle, mayApprove } from "./team-rules.ts";
import { texts } from "./texts.ts";

type MemberFormProps = {
  member: Member;
  roles: readonly Role[];
  /** The signed-in user's own approval limit, which caps the limits they can assign. */
  ownLimit: number | null;
  onDone: (isWaiting: boolean) => void;
  onCancel: () => void;
};

/** Changes a member's role or limit; only changed fields are sent. Dashboard 2.5. */
export function MemberForm({ member, roles, ownLimit, onDone, onCancel }: MemberFormProps) {
  const session = useSession();
  const update = useUpdateMember();
  const isOnline = useOnline();
  const [roleId, setRoleId] = useState(member.roleId);
  const [limit, setLimit] = useState(nairaText(member.approvalLimit));
  const [isTried, setIsTried] = useState(false);
  const read = parseOptionalNaira(limit);
  const isLimitNew = !("kobo" in read) || read.kobo !== member.approvalLimit;
  const limitProblem = problemOfLimit();
  const change: MemberChange = {
    id: member.id,
    ...(roleId !== member.roleId && { roleId }),
    ...("kobo" in read && isLimitNew && { approvalLimit: read.kobo }),
  };
  const isSame = Object.keys(change).length === 1 && !isLimitNew;

  const isRaise = "kobo" in read && member.approvalLimit !== null && (read.kobo ?? Infinity) > member.approvalLimit;
  const needsConsent = mayApprove(roles, roleId) && (isRaise || !mayApprove(roles, member.roleId));

  function problemOfLimit(): string | undefined {
    if (!isLimitNew) return undefined;
    if (!("kobo" in read)) return read.message;
    return limitObstacle(ownLimit, read.kobo) ?? undefined;
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (limitProblem !== undefined || update.isPending || !isOnline) return;
    if (isSame) return onCancel();
    update.mutate(change, { onSuccess: ({ isWaiting }) => onDone(isWaiting) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>
          <strong className="block font-semibold">
            {member.firstName} {member.lastName}
          </strong>
          <span className="text-fg-2">{member.email}</span>
        </p>
        {can(session, "MANAGE_MEMBER_ROLE") ? (
          <RoleField
            session={session}
            roles={roles}
            value={roleId}
            problem={problemOfField(update.error, "roleId")}
            onRole={setRoleId}
          />
        ) : (
          <p className="text-fg-2">{texts.roleRoleYourRole(member.role, session.role)}</p>
        )}
        {can(session, "MANAGE_TEAM_MEMBER") && (
          <NairaField
            {...LIMIT_FIELD}
            text={limit}
            problem={(isTried ? limitProblem : undefined) ?? problemOfField(update.error, "approvalLimit")}
            onText={setLimit}
          />
        )}
        <p className="text-fg-2">{texts.itHoldsAtTheir}</p>
        {needsConsent && <ConsentNote />}
        {update.isError && <WriteProblem error={update.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={update.isPending} isBlocked={!isOnline}>
          {texts.saveMember}
        </Button>
      </SheetFoot>
    </form>
  );
}
