"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { BatchReversalPreview } from "../../../contract/reversals.ts";
import { batchReversalPreviewQuery, useReverseBatch } from "../../../lib/api/batch-reversals.ts";
import type { AnyBatch } from "../../../lib/api/batches.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

type BatchReverseDialogProps = { batch: AnyBatch; isOpen: boolean; onClose: () => void };

/**
 * Shows how many rows go back and why others cannot, asks for a reason and submits the reversal. The service decides each row again when it is
 * approved. Decision 0138.
 */
export function BatchReverseDialog({ batch, isOpen, onClose }: BatchReverseDialogProps) {
  const session = useSession();
  const reference = batch.reference ?? "";
  const preview = useQuery({ ...batchReversalPreviewQuery(session, reference), enabled: isOpen });
  const reverse = useReverseBatch(reference);
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for one reason: a second click, or a second try after a lost answer, stays one reversal.
  const [key, setKey] = useState(newIdempotencyKey);
  const nothing = preview.data?.items === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (reverse.isPending || reason.trim() === "" || nothing) return;
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
  return (
    <Modal title={texts.reverseThisBatch} description={texts.eachRowGoesBack} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <div className="min-h-24" aria-live="polite">
            {preview.isPending && <p className="text-fg-2">{texts.checkingTheRows}</p>}
            {preview.data && <Outcome preview={preview.data} />}
            {preview.isError && <WriteProblem title={texts.couldNotCheck} error={preview.error} />}
          </div>
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
          {reverse.isError && <WriteProblem title={texts.nothingWasReversed} error={reverse.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.keepIt}</Button>
          <Button type="submit" variant="danger" isBusy={reverse.isPending} disabled={nothing || preview.isError}>
            {texts.submitForApproval}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}

function Outcome({ preview: { items, amount, blocked, hasMore } }: { preview: BatchReversalPreview }) {
  const [first] = blocked;
  if (items === 0 && !first) {
    return <Callout role="status" tone="mute" icon={CircleAlert} title={texts.everyRowWasReversed} />;
  }
  return (
    <>
      {items > 0 && <p className="font-medium">{texts.rowsGoBack(countOf(items, "row"), formatKobo(amount))}</p>}
      {hasMore && <p className="mt-1 text-fg-2">{texts.theFirstRowsOnly}</p>}
      {first && (
        <Callout
          role="status"
          tone={items === 0 ? "bad" : "wait"}
          icon={CircleAlert}
          title={items === 0 ? texts.noRowCanGoBack : texts.theseRowsCannotGoBack}
          className="mt-3"
        >
          <ul>
            {blocked.map(({ reason, items: rows, amount: held }) => (
              <li key={reason}>{texts.rowsBecause(countOf(rows, "row"), formatKobo(held), reason)}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}
