"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { TransactionDetails } from "../../../contract/transactions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { reversalPreviewQuery, useReverseTransaction } from "../../../lib/api/transactions.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { ReversalForm } from "../../layout/page/reversal-form.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Modal } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

type ReverseModalProps = { transaction: TransactionDetails; isOpen: boolean; onClose: () => void };

/** Asks for a reason, then makes or submits the reversal. The service decides whether it may happen; its reasons stand here before submission. */
export function ReverseModal({ transaction, isOpen, onClose }: ReverseModalProps) {
  const session = useSession();
  const { id, amount, sourceWallet, destinationWallet } = transaction;
  const preview = useQuery({ ...reversalPreviewQuery(session, id), enabled: isOpen });
  const reverse = useReverseTransaction(id);
  const refusal = preview.data?.reasons[0];
  const back = texts.amountGoesBack(formatKobo(amount), destinationWallet?.name ?? "", sourceWallet?.name ?? "");
  return (
    <Modal title={texts.reverseThisTransaction} description={back} isOpen={isOpen} onOpenChange={onClose}>
      <ReversalForm
        hint={texts.onlyYourTeamReadsIt}
        submit={reverse}
        needsApproval={preview.data?.approval.required}
        isRefused={refusal !== undefined}
        onClose={onClose}
      >
        {refusal && (
          <Callout role="status" tone="bad" icon={CircleAlert} title={texts.itCannotBeReversed}>
            <p>{refusal.message}</p>
          </Callout>
        )}
        {preview.isError && <WriteProblem title={texts.couldNotCheck} error={preview.error} />}
      </ReversalForm>
    </Modal>
  );
}
