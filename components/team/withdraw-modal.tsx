"use client";

import { Trash2 } from "lucide-react";
import { type Invitation, useWithdrawInvitation } from "../../lib/api/team.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type WithdrawModalProps = { invitation: Invitation | null; onClose: () => void };

/** Confirms before an invitation link stops working. */
export function WithdrawModal({ invitation, onClose }: WithdrawModalProps) {
  const withdraw = useWithdrawInvitation();
  const close = () => {
    withdraw.reset();
    onClose();
  };
  const submit = () => {
    if (!invitation || withdraw.isPending) return;
    withdraw.mutate(invitation.id, {
      onSuccess: () => {
        close();
        showToast({ title: texts.invitationOfEmailWithdrawn(invitation.email) });
      },
    });
  };
  return (
    <Modal
      title={texts.withdrawInvitation}
      isOpen={invitation !== null}
      onOpenChange={close}
      description={texts.theLinkThatGot(invitation?.email ?? "")}
    >
      <div className="p-pad empty:hidden">{withdraw.isError && <WriteProblem error={withdraw.error} />}</div>
      <SheetFoot>
        <Button onClick={close}>{texts.keepIt}</Button>
        <Button variant="danger" icon={Trash2} isBusy={withdraw.isPending} onClick={submit}>
          {texts.withdrawInvitation}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
