"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { batchHref } from "../../../lib/format/batch-href.ts";
import { parseKobo } from "../../../lib/format/money.ts";
import type { Decimal, ImportKind } from "../../../lib/import/rows/columns.ts";
import type { VerdictChoice } from "../../../lib/import/rows/verdicts.ts";
import { texts } from "./texts.ts";
import { useGiveUp } from "./use-give-up.ts";
import { type SelectedFile, useImport } from "./use-import.ts";
import { useImportReview } from "./use-import-review.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";
import { usePreflight } from "./use-preflight.ts";
import { useRejectedRows } from "./use-rejected-rows.ts";
import { useSendImport } from "./use-send-import.ts";
import { useUploadRequest } from "./use-upload-request.ts";
import type { Step } from "./wizard-texts.ts";

/** One import from its file to its batch. A repeated upload repeats the same request. Dashboard 5.6, 5.7. */
export function useWizard(kind: ImportKind, from: string | null) {
  const router = useRouter();
  const source = useImport(kind);
  const sending = useSendImport();
  const rejected = useRejectedRows(kind === "payout" ? null : kind, from, source.choose);
  const { request, forget, type, renew } = useUploadRequest(kind, source.ask);
  const { progress, file, asks, changes } = source.state;
  const preflight = usePreflight(kind, source);
  const [choice, setChoice] = useState<VerdictChoice>(NO_CHOICE);
  const giveUp = useGiveUp(changes);
  const [later, setLater] = useState<"Review" | "Send" | null>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  const step: Step = progress ? (later ?? "Check") : "File";
  // The service itself refuses a batch of payouts that it knows.
  const known = kind === "payout" ? null : (request.reference ?? null);
  const review = useImportReview(kind, later ? progress : null, known);
  const { stage } = sending;
  const read = parseKobo(request.typed);
  const isTyped = kind === "create" || ("kobo" in read && BigInt(read.kobo) === review.total);
  const isNew = !review.isSentToday || request.salt !== "";
  const isChecked = preflight.state.at === "done";
  useLeaveWarning(stage.at !== "done" && progress !== null);
  useEffect(() => {
    if (stage.at === "done") router.push(batchHref(kind, stage.batchId));
  }, [stage, kind, router]);

  return {
    ...{ source, rejected, step, review, request, type, stage, giveUp, pasted, choice },
    preflight: preflight.state,
    checkRows: () => void preflight.run(),
    paste: setPasted,
    isSendable:
      review.obstacle === null && review.isKnown && request.reference !== undefined && isTyped && isNew && isChecked,
    choose(selected: SelectedFile) {
      setLater(null);
      forget();
      setChoice(NO_CHOICE);
      void source.choose(selected);
    },
    /** From the rows back to the columns and unit, or to another file. */
    leaveCheck() {
      const isAsked = asks !== "nothing" && progress?.isComplete;
      giveUp.ask(() => {
        forget();
        if (isAsked) source.reopen();
        else source.drop();
      });
    },
    toColumns: () => giveUp.ask(source.reopen),
    readAs: (decimal: Decimal) => giveUp.ask(() => void source.readAs(decimal)),
    toReview(change: Parameters<typeof renew>[0] = {}) {
      sending.reset();
      setLater("Review");
      void renew(change);
      void preflight.run();
    },
    /** Sends rows in spite of their verdict, or leaves them out. Paying again needs references that no payment has. */
    async decide(next: VerdictChoice) {
      setChoice(next);
      await preflight.choose(next);
      // Equal rows of a new file of payouts are paid under their own references.
      const isNewPayment = next.again && kind !== "create" && (kind !== "payout" || (progress?.counts.paid ?? 0) > 0);
      void renew({ salt: isNewPayment ? request.salt || crypto.randomUUID() : "" });
    },
    toCheck() {
      preflight.cancel();
      setLater(null);
      // What the banks said stands with the rows.
      if (kind === "payout") void source.show(source.state.list.filter);
    },
    async send() {
      const { reference, idempotencyKey, salt } = request;
      setLater("Send");
      const content = await source.ask("readyFile", { now: new Date(), salt });
      if (!content || reference === undefined) return;
      sending.send({ kind, name: file?.name ?? texts.pastedRows, content, reference, idempotencyKey });
    },
    sendAgain: sending.sendAgain,
  };
}

const NO_CHOICE: VerdictChoice = { again: false, withFailing: false };

export type Wizard = ReturnType<typeof useWizard>;
