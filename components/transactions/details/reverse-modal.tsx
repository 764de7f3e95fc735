"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { TransactionDetails } from "../../../contract/transactions.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { reversalPreviewQuery, useReverseTransaction } from "../../../lib/api/transactions.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

type ReverseModalProps = { transaction: TransactionDetails; isOpen: boolean; onClose: () => void };

/** Asks for a reason and submits the reversal. The service decides whether it may happen; its reasons stand here before submission. */
export function ReverseModal({ transaction, isOpen, onClose }: ReverseModalProps) {
  const session = useSession();
  const { id, amount, sourceWallet, destinationWallet } = transaction;
  const preview = useQuery({ ...reversalPreviewQuery(session, id), enabled: isOpen });
  const reverse = useReverseTransaction(id);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for one reason: a second click, or a second try after a lost answer, stays one reversal.
  const [key, setKey] = useState(newIdempotencyKey);
  const refusal = preview.data?.reasons[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (reverse.isPending || reason.trim() === "" || refusal) return;
    reverse.mutate(
      { reason: reason.trim(), idempotencyKey: key },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: texts.reversalSubmitted });
        },
      },
    );
  };
  const back = texts.amountGoesBack(formatKobo(amount), destinationWallet?.name ?? "", sourceWallet?.name ?? "");
  return (
    <Modal title={texts.reverseThisTransaction} description={back} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <Field
            label={texts.reason}
            hint={texts.onlyYourTeamReadsIt}
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
          {refusal && (
            <Callout role="status" tone="bad" icon={CircleAlert} title={texts.itCannotBeReversed}>
              <p>{refusal.message}</p>
            </Callout>
          )}
          {preview.isError && <WriteProblem title={texts.couldNotCheck} error={preview.error} />}
          {reverse.isError && <WriteProblem title={texts.nothingWasReversed} error={reverse.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.keepIt}</Button>
          <Button type="submit" variant="danger" isBusy={reverse.isPending} disabled={refusal !== undefined}>
            {texts.submitForApproval}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}
