"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { pendingDetailsQuery, useApproveTransaction } from "../../../lib/api/approvals.ts";
import { readBeforeWrite } from "../../../lib/api/interruptions.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import type { Session } from "../../../lib/permissions.ts";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useIsUnmounted } from "../../layout/hooks/use-is-unmounted.ts";
import { showToast } from "../../ui/toast-store.ts";
import { stepOf } from "../approval-texts.ts";
import { blockingReasons } from "../obstacle.ts";
import { texts } from "./texts.ts";

type Events = { onApproved: () => void; onOvertaken: () => void };

/** The storage key of an approval: one for each request, whether it is approved alone or in bulk. */
export function approvalDraftKey(session: Session, id: string): string {
  return draftKey(session, `approve:${id}`);
}

/**
 * The one approval of `details`: its comment and its key, which survive reloads and lost responses and change with the comment or
 * after a refusal. Rechecks right before sending, so that a newly failing check does not use up the request.
 */
export function useApproval(details: PendingDetails, { onApproved, onOvertaken }: Events) {
  const { id } = details;
  const session = useSession();
  const queries = useQueryClient();
  const { draft, keep, drop } = useDraft(approvalDraftKey(session, id), {
    comment: "",
    idempotencyKey: newIdempotencyKey(),
  });
  const [comment, setComment] = useState(draft.comment);
  const [idempotencyKey, setIdempotencyKey] = useState(draft.idempotencyKey);
  const [check, setCheck] = useState<{ isChecking: boolean; error: unknown }>({ isChecking: false, error: null });
  const approval = useApproveTransaction();
  const isGone = useIsUnmounted();
  const isUnknown = isOutcomeUnknown(approval.error) || isOutcomeUnknown(approval.failureReason);

  const change = (next: string) => {
    const key = newIdempotencyKey();
    setComment(next);
    setIdempotencyKey(key);
    keep({ comment: next, idempotencyKey: key });
  };
  const send = async () => {
    keep({ comment, idempotencyKey });
    try {
      const firstApprover = details.approvals.first?.by ?? null;
      await approval.mutateAsync({ transactionId: id, comment: comment.trim(), firstApprover, idempotencyKey });
      drop();
      if (isGone.current) showToast({ title: approvedText(details) });
      else onApproved();
    } catch (error) {
      if (isRefused(error)) change(comment);
      if (isGone.current) showToast({ tone: "bad", title: failedText(details, error) });
      else if (isOvertaken(error)) onOvertaken();
    }
  };
  const lookAgain = async () => {
    setCheck({ isChecking: true, error: null });
    try {
      const found = await readBeforeWrite(queries, pendingDetailsQuery(session, id));
      setCheck({ isChecking: false, error: null });
      return found;
    } catch (error) {
      setCheck({ isChecking: false, error });
      return undefined;
    }
  };
  const approve = async () => {
    if (approval.isPending || check.isChecking) return;
    if (isUnknown) return send();
    approval.reset();
    const found = await lookAgain();
    if (!found || isGone.current) return;
    if (found.status !== "PENDING") return onOvertaken();
    // Somebody else approved first meanwhile: the page now says so, and a second click is the second approval.
    if (found.approvals.first?.by !== details.approvals.first?.by) return;
    if (found.viewer.canApprove && blockingReasons(found.checks).length === 0) await send();
  };
  return {
    comment,
    change,
    approve,
    isBusy: approval.isPending || check.isChecking,
    isUnknown,
    /** Why nothing was sent, or the refusal. A decision by another user shows in the request's own state. */
    problem:
      check.error ??
      (isOvertaken(approval.error) ? null : (approval.error ?? (isUnknown ? approval.failureReason : null))),
  };
}

/** The toast after an approval. */
export function approvedText({ amount, approvals }: PendingDetails): string {
  if (stepOf(approvals).isFirst) return texts.firstApprovalRecorded(formatKobo(amount));
  return texts.approvedAmount(formatKobo(amount));
}

/** Reports the response if the user has opened another request before it came. */
function failedText({ amount }: PendingDetails, error: unknown): string {
  if (isOutcomeUnknown(error)) return texts.notKnownYetAmount(formatKobo(amount));
  return texts.notApprovedAmount(formatKobo(amount), error instanceof ServiceError ? error.message : "");
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "approval_decided";
}
