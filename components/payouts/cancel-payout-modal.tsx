"use client";

import { type FormEvent, useState } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { useCancelPayout } from "../../lib/api/payouts.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type CancelPayoutModalProps = { payout: PayoutDetails; isOpen: boolean; onClose: () => void };

/** Confirms the cancellation of a payout that was not sent yet. */
export function CancelPayoutModal({ payout, isOpen, onClose }: CancelPayoutModalProps) {
  const [reason, setReason] = useState("");
  const cancel = useCancelPayout(payout.reference);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cancel.isPending) return;
    cancel.mutate(reason.trim(), {
      onSuccess: () => {
        onClose();
        showToast({ title: texts.payoutCancelledTheMoney });
      },
    });
  };
  return (
    <Modal
      title={texts.cancelThisPayout}
      description={texts.totalGoesBackTo(formatKobo(payout.total), payout.source.name)}
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <Field label={texts.reasonOptional} hint={texts.keptInTheTimeline}>
            {(field) => (
              <Input {...field} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
            )}
          </Field>
          {cancel.isError && <WriteProblem title={texts.notCancelled} error={cancel.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.keepIt}</Button>
          <Button type="submit" variant="danger" isBusy={cancel.isPending}>
            {texts.cancelPayout}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}
