"use client";

import { type FormEvent, useState } from "react";
import { EmailAddress } from "../../contract/values.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Role, useInviteMember } from "../../lib/api/team.ts";
import { parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { ConsentNote } from "../layout/page/pending-changes.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RoleField } from "./role-field.tsx";
import { LIMIT_FIELD, limitObstacle, mayApprove } from "./team-rules.ts";
import { texts } from "./texts.ts";

type InviteFormProps = {
  roles: readonly Role[];
  ownLimit: number | null;
  onDone: (email: string, isWaiting: boolean) => void;
  onCancel: () => void;
};

/** Invites a user by email with a role. Dashboard 2.5. */
export function InviteForm({ roles, ownLimit, onDone, onCancel }: InviteFormProps) {
  const session = useSession();
  const invite = useInviteMember();
  const isOnline = useOnline();
  const [fields, setFields] = useState({ email: "", roleId: "", limit: "", idempotencyKey: newIdempotencyKey() });
  const [isTried, setIsTried] = useState(false);
  const read = parseOptionalNaira(fields.limit);
  const email = fields.email.trim();
  const problems = {
    email: EmailAddress.safeParse(email).success ? undefined : texts.enterTheirEMail,
    roleId: fields.roleId === "" ? texts.chooseWhatTheyMay : undefined,
    limit: "kobo" in read ? (limitObstacle(ownLimit, read.kobo) ?? undefined) : read.message,
  };
  // A changed field is another request, so it gets a new key.
  const set = (change: Partial<typeof fields>) =>
    setFields((was) => ({ ...was, ...change, idempotencyKey: newIdempotencyKey() }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    if (!("kobo" in read) || invite.isPending || !isOnline) return;
    invite.mutate(
      { email, roleId: fields.roleId, approvalLimit: read.kobo, idempotencyKey: fields.idempotencyKey },
      {
        onSuccess: ({ isWaiting }) => onDone(email, isWaiting),
        onError: (error) => {
          if (isRefused(error)) set({});
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field
          label={texts.eMail}
          error={(isTried ? problems.email : undefined) ?? problemOfField(invite.error, "email")}
          hint={texts.theyGetALink}
        >
          {(field) => (
            <Input
              {...field}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={fields.email}
              onChange={({ target }) => set({ email: target.value })}
            />
          )}
        </Field>
        <RoleField
          session={session}
          roles={roles}
          value={fields.roleId}
          problem={(isTried ? problems.roleId : undefined) ?? problemOfField(invite.error, "roleId")}
          onRole={(roleId) => set({ roleId })}
        />
        <NairaField
          {...LIMIT_FIELD}
          text={fields.limit}
          problem={(isTried ? problems.limit : undefined) ?? problemOfField(invite.error, "approvalLimit")}
          onText={(limit) => set({ limit })}
        />
        {mayApprove(roles, fields.roleId) && <ConsentNote />}
        {invite.isError && <WriteProblem error={invite.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={invite.isPending} isBlocked={!isOnline}>
          {texts.sendInvitation}
        </Button>
      </SheetFoot>
    </form>
  );
}
