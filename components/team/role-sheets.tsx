"use client";

import { Trash2 } from "lucide-react";
import { type Role, useRemoveRole } from "../../lib/api/team.ts";
import { WAITING } from "../layout/page/pending-changes.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, Sheet, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { RoleForm } from "./role-form.tsx";

export type RoleTask = { kind: "save"; role: Role | null } | { kind: "remove"; role: Role };

/** The open role task, if any. */
export function RoleSheets({ task, onClose }: { task: RoleTask | null; onClose: () => void }) {
  const isSaving = task?.kind === "save";
  return (
    <>
      <Sheet
        title={task?.role && isSaving ? `Change ${task.role.name}` : "New role"}
        isOpen={isSaving}
        onOpenChange={onClose}
      >
        {isSaving && (
          <RoleForm
            role={task.role}
            onCancel={onClose}
            onDone={(name, isWaiting) => {
              onClose();
              showToast(isWaiting ? WAITING : { title: `Role ${name} saved` });
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
        showToast({ title: `Role ${role.name} removed` });
      },
    });
  };
  return (
    <Modal
      title={`Remove ${role?.name ?? "role"}`}
      isOpen={role !== null}
      onOpenChange={close}
      description="Only a role that no member and no invitation has can be removed. Its name is free again then."
    >
      <div className="p-pad empty:hidden">{remove.isError && <WriteProblem error={remove.error} />}</div>
      <SheetFoot>
        <Button onClick={close}>Keep it</Button>
        <Button variant="danger" icon={Trash2} isBusy={remove.isPending} onClick={submit}>
          Remove role
        </Button>
      </SheetFoot>
    </Modal>
  );
}
