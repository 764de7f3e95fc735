"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { BatchReversalPreview } from "../../../contract/reversals.ts";
import { batchReversalPreviewQuery, useReverseBatch } from "../../../lib/api/batch-reversals.ts";
import type { AnyBatch } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { ReversalForm } from "../../layout/page/reversal-form.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Modal } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

type BatchReverseDialogProps = { batch: AnyBatch; isOpen: boolean; onClose: () => void };

/**
 * Shows how many rows go back and why others cannot, asks for a reason, then makes or submits the reversal. The service decides each row again
 * when the money moves. Decision 0138.
 */
export function BatchReverseDialog({ batch, isOpen, onClose }: BatchReverseDialogProps) {
  const session = useSession();
  const reference = batch.reference ?? "";
  const preview = useQuery({ ...batchReversalPreviewQuery(session, reference), enabled: isOpen });
  const reverse = useReverseBatch(reference);
  const nothing = preview.data?.items === 0;
  return (
    <Modal title={texts.reverseThisBatch} description={texts.eachRowGoesBack} isOpen={isOpen} onOpenChange={onClose}>
      <ReversalForm
        hint={texts.onlyYourTeamReadsIt}
        submit={reverse}
        needsApproval={preview.data?.approval.required}
        isRefused={nothing}
        disabled={nothing || preview.isError}
        onClose={onClose}
      >
        <div className="min-h-24" aria-live="polite">
          {preview.isPending && <p className="text-fg-2">{texts.checkingTheRows}</p>}
          {preview.data && <Outcome preview={preview.data} />}
          {preview.isError && <WriteProblem title={texts.couldNotCheck} error={preview.error} />}
        </div>
      </ReversalForm>
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
