"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import type { BatchReversal, Reversal } from "../../../contract/reversals.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isRefused as wasRefused } from "../../../lib/api/service-error.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast, type ToastText } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";
import { WriteProblem } from "./write-problem.tsx";

type Submission = { reason: string; idempotencyKey: string };
/** Without `data` while the reversal waits for an approver. */
type Reply = { data?: Reversal | BatchReversal };
type Submit = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  mutate: (
    submission: Submission,
    options: { onSuccess: (reply: Reply) => void; onError: (error: unknown) => void },
  ) => void;
};

type ReversalFormProps = {
  hint: string;
  submit: Submit;
  /** Whether an approver must agree first; `undefined` until it is known. */
  needsApproval: boolean | undefined;
  /** Nothing can be reversed. */
  isRefused: boolean;
  disabled?: boolean;
  onClose: () => void;
  /** What is known about the reversal before it is submitted. */
  children: ReactNode;
};

/** Asks for the reason of a reversal, then makes it or submits it for approval. Decision 0138. */
export function ReversalForm(props: ReversalFormProps) {
  const { hint, submit, needsApproval, isRefused, disabled = isRefused, onClose, children } = props;
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for one reason until a refusal: a second click, or a second try after a lost answer, stays one reversal.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (submit.isPending || reason.trim() === "" || isRefused) return;
    const onSuccess = (reply: Reply) => {
      onClose();
      showToast(toastOf(reply));
    };
    const onError = (error: unknown) => wasRefused(error) && setKey(newIdempotencyKey());
    submit.mutate({ reason: reason.trim(), idempotencyKey }, { onSuccess, onError });
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
          {submitText(needsApproval)}
        </Button>
      </SheetFoot>
    </form>
  );
}

function submitText(needsApproval: boolean | undefined): string {
  if (needsApproval === undefined) return texts.reverse;
  return needsApproval ? texts.submitForApproval : texts.reverseNow;
}

function toastOf({ data }: Reply): ToastText {
  if (!data) return { title: texts.reversalSubmitted };
  const refused = "rejected" in data ? data.rejected.length : 0;
  if (refused === 0) return { title: texts.reversed };
  return { tone: "bad", title: texts.rowsNotReversed(countOf(refused, "row")) };
}
