"use client";

import { Ban } from "lucide-react";
import { type AnyBatch, useCancelBatch } from "../../../lib/api/batches.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

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
        showToast({ title: texts.batchCancelledNothingWas });
        close();
      },
    });
  const rows = countOf(batch.total, "row");
  const total = batch.totalAmount === null ? "" : `, ${formatKobo(batch.totalAmount)}`;
  return (
    <Modal title={texts.cancelThisBatch} isOpen={isOpen} onOpenChange={close}>
      <SheetBody>
        <p>{texts.rowsTotalNoRow(rows, total)}</p>
        {cancel.isError && (
          <WriteProblem title={texts.itWasNotCancelled} lost={texts.theAnswerWasLost} error={cancel.error} />
        )}
      </SheetBody>
      <SheetFoot>
        <Button onClick={close}>{texts.keepIt}</Button>
        <Button variant="danger" icon={Ban} isBusy={cancel.isPending} onClick={submit}>
          {texts.cancelBatch}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
