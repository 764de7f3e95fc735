"use client";

import { UserMinus } from "lucide-react";
import type { FormEvent } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Member, useRemoveMember } from "../../lib/api/team.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmWord, useConfirmWord } from "../ui/confirm-word.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { isOneself } from "./team-rules.ts";
import { texts } from "./texts.ts";

type RemoveMemberFormProps = { member: Member; onDone: () => void; onCancel: () => void };

/** Removes a member once their email is typed. Dashboard 2.5. */
export function RemoveMemberForm({ member, onDone, onCancel }: RemoveMemberFormProps) {
  const session = useSession();
  const remove = useRemoveMember();
  const isOnline = useOnline();
  const confirmation = useConfirmWord(member.email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirmation.check() || remove.isPending || !isOnline) return;
    remove.mutate(member.id, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>
          <strong className="font-semibold">
            {member.firstName} {member.lastName}
          </strong>{" "}
          {texts.roleLosesAccessTo(member.role)}
        </p>
        {isOneself(session, member) && <p className="text-wait">{texts.thisIsYouYou}</p>}
        <ConfirmWord confirmation={confirmation} problem={texts.thisIsNotTheir} />
        {remove.isError && <WriteProblem error={remove.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={UserMinus} isBusy={remove.isPending} isBlocked={!isOnline}>
          {texts.removeMember}
        </Button>
      </SheetFoot>
    </form>
  );
}
