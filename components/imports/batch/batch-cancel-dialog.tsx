"use client";

import { Ban } from "lucide-react";
import { type AnyBatch, useCancelBatch } from "../../../lib/api/batches.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";

type BatchCancelDialogProps = { batch: AnyBatch; isOpen: boolean; onClose: () => void };

/** Confirms and cancels. If the batch began in the meantime, the dialog reports it: nothing is partly cancelled. Spec 3.4, 4.8. */
export function BatchCancelDialog({ batch, isOpen, onClose }: BatchCancelDialogProps) {
  const cancel = useCancelBatch();
  const close = () => {
    cancel.reset();
    onClose();
  };
  const submit = () =>
    cancel.mutate(batch.batchId, {
      onSuccess: () => {
        showToast({ title: "Batch cancelled. Nothing was moved." });
        close();
      },
    });
  const rows = countOf(batch.total, "row");
  const total = batch.totalAmount === null ? "" : `, ${formatKobo(batch.totalAmount)}`;
  return (
    <Modal title="Cancel this batch?" isOpen={isOpen} onOpenChange={close}>
      <SheetBody>
        <p>
          {rows}
          {total}. No row has been processed, and none will be. This can't be undone.
        </p>
        {cancel.isError && (
          <WriteProblem
            title="It was not cancelled"
            lost="The answer was lost. Trying again is safe: it cannot happen twice."
            error={cancel.error}
          />
        )}
      </SheetBody>
      <SheetFoot>
        <Button onClick={close}>Keep it</Button>
        <Button variant="danger" icon={Ban} isBusy={cancel.isPending} onClick={submit}>
          Cancel batch
        </Button>
      </SheetFoot>
    </Modal>
  );
}
