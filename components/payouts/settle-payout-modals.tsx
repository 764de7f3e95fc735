"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { useClosePayoutCase, useResolvePayout } from "../../lib/api/payouts.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RadioChips } from "../ui/radio-chips.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type SettleModalProps = { payout: PayoutDetails; isOpen: boolean; onClose: () => void };

const OUTCOMES = ["succeeded", "failed"] as const;
type Outcome = (typeof OUTCOMES)[number];
const outcomeWords = { succeeded: texts.theBankPaidIt, failed: texts.theBankDidNotPay };

/** Decides a payout in review: booked as paid, or returned to the wallet. The service asks for a proof of identity. Rails 3. */
export function ResolvePayoutModal({ payout, isOpen, onClose }: SettleModalProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const resolve = useResolvePayout(payout.reference);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (outcome === null || reason.trim() === "" || resolve.isPending) return;
    const onSuccess = () => {
      onClose();
      showToast({ title: outcome === "succeeded" ? texts.bookedAsPaid : texts.theMoneyIsBack });
    };
    resolve.mutate({ outcome, reason: reason.trim() }, { onSuccess });
  };
  const held = formatKobo(payout.total);
  return (
    <Modal
      title={texts.decideThisPayout}
      description={texts.askTheBankFirst(held)}
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <SettleForm
        note={{ label: texts.reason, hint: texts.whoConfirmedIt, value: reason, isTried, onChange: setReason }}
        submit={{ label: texts.saveDecision, isBusy: resolve.isPending, onSubmit: submit, onClose }}
        problem={resolve.isError && <WriteProblem title={texts.notDecided} error={resolve.error} />}
      >
        <div className="grid gap-2">
          <RadioChips
            legend={texts.whatHappened}
            options={OUTCOMES}
            label={(option) => outcomeWords[option]}
            control={(option) => ({ name: id, checked: outcome === option, onChange: () => setOutcome(option) })}
          />
          <p role="status" className="min-h-10 text-fg-2">
            {outcome === null
              ? isTried && texts.chooseWhatHappened
              : outcome === "succeeded"
                ? texts.heldIsBookedAs(held)
                : texts.heldGoesBackTo(held, payout.source.name)}
          </p>
        </div>
      </SettleForm>
    </Modal>
  );
}

/** Closes the case of a payout with a note. Nothing is booked. The service asks for a proof of identity. Rails 3. */
export function CloseCaseModal({ payout, isOpen, onClose }: SettleModalProps) {
  const [note, setNote] = useState("");
  const [isTried, setIsTried] = useState(false);
  const close = useClosePayoutCase(payout.reference);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (note.trim() === "" || close.isPending) return;
    const onSuccess = () => {
      onClose();
      showToast({ title: texts.caseClosed });
    };
    close.mutate(note.trim(), { onSuccess });
  };
  return (
    <Modal title={texts.closeThisCase} description={texts.nothingIsBooked} isOpen={isOpen} onOpenChange={onClose}>
      <SettleForm
        note={{ label: texts.note, hint: texts.howItWasSettled, value: note, isTried, onChange: setNote }}
        submit={{ label: texts.closeCase, isBusy: close.isPending, onSubmit: submit, onClose }}
        problem={close.isError && <WriteProblem title={texts.notClosed} error={close.error} />}
      />
    </Modal>
  );
}

type SettleFormProps = {
  note: { label: string; hint: string; value: string; isTried: boolean; onChange: (value: string) => void };
  submit: { label: string; isBusy: boolean; onSubmit: (event: FormEvent) => void; onClose: () => void };
  problem: ReactNode;
  children?: ReactNode;
};

function SettleForm({ note, submit, problem, children }: SettleFormProps) {
  return (
    <form onSubmit={submit.onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        {children}
        <Field
          label={note.label}
          hint={note.hint}
          error={note.isTried && note.value.trim() === "" ? texts.writeANote : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              maxLength={500}
              value={note.value}
              onChange={({ target }) => note.onChange(target.value)}
            />
          )}
        </Field>
        {problem}
      </SheetBody>
      <SheetFoot>
        <Button onClick={submit.onClose}>{texts.back}</Button>
        <Button type="submit" variant="primary" isBusy={submit.isBusy}>
          {submit.label}
        </Button>
      </SheetFoot>
    </form>
  );
}
