"use client";

import { Trash2 } from "lucide-react";
import { type Role, useRemoveRole } from "../../lib/api/team.ts";
import { WAITING } from "../layout/page/pending-changes.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, Sheet, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { RoleForm } from "./role-form.tsx";
import { texts } from "./texts.ts";

export type RoleTask = { kind: "save"; role: Role | null } | { kind: "remove"; role: Role };

/** The open role task, if any. */
export function RoleSheets({ task, onClose }: { task: RoleTask | null; onClose: () => void }) {
  const isSaving = task?.kind === "save";
  return (
    <>
      <Sheet
        title={task?.role && isSaving ? texts.changeRoleName(task.role.name) : texts.newRole}
        isOpen={isSaving}
        onOpenChange={onClose}
      >
        {isSaving && (
          <RoleForm
            role={task.role}
            onCancel={onClose}
            onDone={(name, isWaiting) => {
              onClose();
              showToast(isWaiting ? WAITING : { title: texts.roleNameSaved(name) });
            }}
          />
        )}
      </Sheet>
      <RemoveRoleModal role={task?.kind === "remove" ? task.role : null} onClose={onClose} />
    </>
  );
}

function RemoveRoleModal({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const remove = useRemoveRole();
  const close = () => {
    remove.reset();
    onClose();
  };
  const submit = () => {
    if (!role || remove.isPending) return;
    remove.mutate(role.id, {
      onSuccess: () => {
        close();
        showToast({ title: texts.roleRoleNameRemoved(role.name) });
      },
    });
  };
  return (
    <Modal
      title={texts.remove(role?.name ?? "role")}
      isOpen={role !== null}
      onOpenChange={close}
      description={texts.onlyARoleThat}
    >
      <div className="p-pad empty:hidden">{remove.isError && <WriteProblem error={remove.error} />}</div>
      <SheetFoot>
        <Button onClick={close}>{texts.keepIt}</Button>
        <Button variant="danger" icon={Trash2} isBusy={remove.isPending} onClick={submit}>
          {texts.removeRole}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
