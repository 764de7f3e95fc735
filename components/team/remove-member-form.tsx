"use client";

import { UserMinus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Member, useRemoveMember } from "../../lib/api/team.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { isOneself } from "./team-rules.ts";

type RemoveMemberFormProps = { member: Member; onDone: () => void; onCancel: () => void };

/** Removes a member once their email is typed. Dashboard 2.5. */
export function RemoveMemberForm({ member, onDone, onCancel }: RemoveMemberFormProps) {
  const session = useSession();
  const remove = useRemoveMember();
  const isOnline = useOnline();
  const [typed, setTyped] = useState("");
  const [isTried, setIsTried] = useState(false);
  const isTyped = typed.trim().toLowerCase() === member.email.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isTyped || remove.isPending || !isOnline) return;
    remove.mutate(member.id, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>
          <strong className="font-semibold">
            {member.firstName} {member.lastName}
          </strong>{" "}
          ({member.role}) loses access to this merchant at once, in both modes. What they did stays on record under
          their name, and what they submitted still waits for approval.
        </p>
        {isOneself(session, member) && <p className="text-wait">This is you: you are signed out of this merchant.</p>}
        <Field
          label={`Type ${member.email} to confirm`}
          error={isTried && !isTyped ? "This is not their e-mail." : undefined}
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {remove.isError && <WriteProblem error={remove.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">You are offline.</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" icon={UserMinus} isBusy={remove.isPending} isBlocked={!isOnline}>
          Remove member
        </Button>
      </SheetFoot>
    </form>
  );
}
