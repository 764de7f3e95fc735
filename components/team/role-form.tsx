"use client";

import { type FormEvent, useState } from "react";
import type { Permission } from "../../contract/permissions.ts";
import { teamEndpoints } from "../../contract/team.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Role, useSaveRole } from "../../lib/api/team.ts";
import { countOf } from "../../lib/format/names.ts";
import { PERMISSION_GROUPS, permissionLabel } from "../../lib/format/permission-groups.ts";
import { can } from "../../lib/permissions.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { ConsentNote } from "../layout/page/pending-changes.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { texts } from "./texts.ts";

const { shape } = teamEndpoints.createRole.body;

type RoleFormProps = { role: Role | null; onDone: (name: string, isWaiting: boolean) => void; onCancel: () => void };

/** A role's name and permissions, grouped by subject. Users cannot grant permissions they lack. Dashboard 2.5. */
export function RoleForm({ role, onDone, onCancel }: RoleFormProps) {
  const save = useSaveRole();
  const isOnline = useOnline();
  const [name, setName] = useState(role?.name ?? "");
  const [held, setHeld] = useState<readonly Permission[]>(role?.permissions ?? []);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [isTried, setIsTried] = useState(false);
  const problems = {
    name: shape.name.safeParse(name).success ? undefined : texts.giveTheRoleA,
    permissions: shape.permissions.safeParse(held).success ? undefined : texts.chooseAtLeastOne,
  };
  const toggle = (permission: Permission) => {
    setIdempotencyKey(newIdempotencyKey());
    setHeld((was) => (was.includes(permission) ? was.filter((one) => one !== permission) : [...was, permission]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problems.name || problems.permissions || save.isPending || !isOnline) return;
    save.mutate(
      { id: role?.id ?? null, idempotencyKey, name: name.trim(), permissions: held },
      {
        onSuccess: ({ isWaiting }) => onDone(name.trim(), isWaiting),
        onError: (error) => {
          if (isRefused(error)) setIdempotencyKey(newIdempotencyKey());
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field label={texts.name} error={(isTried ? problems.name : undefined) ?? problemOfField(save.error, "name")}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setIdempotencyKey(newIdempotencyKey());
              }}
            />
          )}
        </Field>
        {PERMISSION_GROUPS.map(({ title, permissions }) => (
          <fieldset key={title} className="min-w-0">
            <legend className="mb-1 font-medium">{title}</legend>
            {permissions.map((permission) => (
              <PermissionBox
                key={permission}
                permission={permission}
                isHeld={held.includes(permission)}
                onToggle={() => toggle(permission)}
              />
            ))}
          </fieldset>
        ))}
        {isTried && problems.permissions && <FieldError>{problems.permissions}</FieldError>}
        {role && <p className="text-fg-2">{texts.membersWithThisRole}</p>}
        {role && !role.permissions.includes("APPROVE_TRANSFER") && held.includes("APPROVE_TRANSFER") && <ConsentNote />}
        {save.isError && <WriteProblem error={save.error} />}
      </SheetBody>
      <SheetFoot>
        <p className="mr-auto text-fg-2 text-xs tabular-nums">
          {isOnline ? countOf(held.length, "permission") : <span className="text-wait">{texts.youAreOffline}</span>}
        </p>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={save.isPending} isBlocked={!isOnline}>
          {role ? texts.saveRole : texts.createRole}
        </Button>
      </SheetFoot>
    </form>
  );
}

type PermissionBoxProps = { permission: Permission; isHeld: boolean; onToggle: () => void };

function PermissionBox({ permission, isHeld, onToggle }: PermissionBoxProps) {
  const session = useSession();
  // Permissions that the role already has can be removed; the service checks the whole role.
  const isBlocked = !can(session, permission) && !isHeld;
  return (
    <label className="flex min-h-8 items-start gap-2.5 rounded-small py-1.5 max-md:min-h-11">
      <input
        type="checkbox"
        checked={isHeld}
        aria-disabled={isBlocked || undefined}
        onChange={() => isBlocked || onToggle()}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className={isBlocked ? "text-fg-3" : ""}>{permissionLabel(permission)}</span>{" "}
        <span className="break-all font-mono text-fg-3 text-id max-md:block">{permission}</span>
        {isBlocked && <span className="block text-fg-2 text-xs">{texts.youDoNotHave}</span>}
      </span>
    </label>
  );
}
