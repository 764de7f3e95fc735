"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { TransferActions } from "./transfer-actions.tsx";
import { TransferFields } from "./transfer-fields.tsx";
import { TransferNotes } from "./transfer-note-stack.tsx";
import { ClosedNote, NoRightNote } from "./transfer-notes.tsx";
import { TransferPanel } from "./transfer-panel.tsx";
import { TransferReceipt } from "./transfer-receipt.tsx";
import { TransferReview } from "./transfer-review.tsx";
import { readAmount, wishOf } from "./transfer-wish.ts";
import { type Party, useParty } from "./use-party.ts";
import { useTransferChecks } from "./use-transfer-checks.ts";
import type { OpenedWith } from "./use-transfer-draft.ts";
import { useTransferIntent } from "./use-transfer-intent.ts";

const MERCHANT: Party = { state: "merchant" };

/** Typed, previewed, reviewed, submitted once: the money form. Dashboard 5.7. */
export function TransferForm(openedWith: OpenedWith) {
  const { kind } = openedWith;
  const session = useSession();
  const intent = useTransferIntent(openedWith);
  const { fields, stage } = intent;
  const [isTried, setIsTried] = useState(false);
  const [isLooking, setIsLooking] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const payer = useParty(kind === "credit" ? "" : fields.from);
  const receiver = useParty(kind === "debit" ? "" : fields.to);
  const from = kind === "credit" ? MERCHANT : payer;
  const to = kind === "debit" ? MERCHANT : receiver;
  const amount = readAmount(fields.amount);
  const wish = wishOf(kind, from, to, amount);
  const isOpen = stage.at === "edit" || stage.at === "review";
  const checks = useTransferChecks(kind, wish, isOpen);
  const own = `${session.firstName} ${session.lastName}`;
  useFocusOfStage(stage.at, { review: submitRef, edit: amountRef });

  const review = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const isAllowed = checks.isWorking || checks.preview.data?.allowed !== false;
    if (wish && checks.mayAsk && checks.closed === null && isAllowed) intent.review();
  };
  const submit = async () => {
    if (!wish || isLooking) return;
    // Another tab or colleague may have paid it since the form was filled in; paying twice must be meant.
    if (!checks.same.data) {
      setIsLooking(true);
      const { data } = await checks.same.refetch();
      setIsLooking(false);
      if (data) return;
    }
    intent.submit(wish);
  };

  if (stage.at === "done") {
    return (
      <TransferReceipt
        submitted={stage.submitted}
        kind={kind}
        amount={stage.wish.amount}
        from={from}
        to={to}
        preview={checks.preview.data}
        own={own}
        onAnother={() => {
          setIsTried(false);
          intent.startOver();
        }}
      />
    );
  }
  return (
    <div className="edge-line relative -mx-pad mt-5 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(304px,400px)]">
      <form id="transfer" noValidate onSubmit={review} className="grid min-w-0 content-start gap-5 px-pad py-5">
        {!checks.mayAsk && <NoRightNote role={session.role} kind={kind} />}
        {checks.mayAsk && checks.closed !== null && <ClosedNote text={checks.closed} />}
        {stage.at === "edit" ? (
          <TransferFields
            fields={fields}
            from={from}
            to={to}
            amount={amount}
            isTried={isTried}
            amountRef={amountRef}
            onChange={intent.change}
          />
        ) : (
          <TransferReview from={from} to={to} amount={"kobo" in amount ? amount.kobo : 0} />
        )}
        <TransferNotes intent={intent} same={isOpen ? checks.same.data : undefined} wish={wish} to={to} />
      </form>
      <aside aria-labelledby="what" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
        <TransferPanel checks={checks} from={from} to={to} />
        <TransferActions
          stage={stage}
          checks={checks}
          role={session.role}
          kind={kind}
          own={own}
          submitRef={submitRef}
          isSubmitting={isLooking}
          onSubmit={() => void submit()}
          onEdit={intent.edit}
        />
      </aside>
    </div>
  );
}

type Targets = { review: { current: HTMLElement | null }; edit: { current: HTMLElement | null } };

/** Review and Change swap what is on the page: the focus goes to where the person goes on. */
function useFocusOfStage(at: string, { review, edit }: Targets): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    if (at === "review" && before.current === "edit") review.current?.focus();
    if (at === "edit") edit.current?.focus();
    before.current = at;
  }, [at, review, edit]);
}
