"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";
import { WriteProblem } from "./write-problem.tsx";

type Submission = { reason: string; idempotencyKey: string };
type Submit = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  mutate: (submission: Submission, options: { onSuccess: () => void }) => void;
};

type ReversalFormProps = {
  hint: string;
  submit: Submit;
  /** Nothing can be reversed. */
  isRefused: boolean;
  disabled?: boolean;
  onClose: () => void;
  /** What is known about the reversal before it is submitted. */
  children: ReactNode;
};

/** Asks for the reason of a reversal and submits it for approval. Decision 0138. */
export function ReversalForm({ hint, submit, isRefused, disabled = isRefused, onClose, children }: ReversalFormProps) {
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for one reason: a second click, or a second try after a lost answer, stays one reversal.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (submit.isPending || reason.trim() === "" || isRefused) return;
    const onSuccess = () => {
      onClose();
      showToast({ title: texts.reversalSubmitted });
    };
    submit.mutate({ reason: reason.trim(), idempotencyKey }, { onSuccess });
  };
  return (
    <form noValidate onSubmit={send} className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        {children}
        <Field
          label={texts.reason}
          hint={hint}
          error={isTried && reason.trim() === "" ? texts.enterAReason : undefined}
        >
          {(field) => (
            <Input
              {...field}
              maxLength={500}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setKey(newIdempotencyKey());
              }}
            />
          )}
        </Field>
        {submit.isError && <WriteProblem title={texts.nothingWasReversed} error={submit.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.keepIt}</Button>
        <Button type="submit" variant="danger" isBusy={submit.isPending} disabled={disabled}>
          {texts.submitForApproval}
        </Button>
      </SheetFoot>
    </form>
  );
}
