"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PendingDetails } from "../../contract/approvals.ts";
import { isRefused, pendingDetailsQuery, useApproveTransaction } from "../../lib/api/approvals.ts";
import { newIntentKey } from "../../lib/api/merchant.ts";
import { isOutcomeUnknown, ServiceError } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { draftKey, useDraft } from "../layout/use-draft.ts";
import { blockingReasons } from "./obstacle.ts";

type Events = { onApproved: () => void; onOvertaken: () => void };

/**
 * The one wish to approve `details`: its comment and its key, which survive reloads and lost answers and change with the
 * comment or after a refusal. Looks again right before it sends, so that a check failing by now does not burn the row.
 */
export function useApproval(details: PendingDetails, { onApproved, onOvertaken }: Events) {
  const { id } = details;
  const session = useSession();
  const queries = useQueryClient();
  const { draft, keep, drop } = useDraft(draftKey(session, `approve:${id}`), {
    comment: "",
    intentKey: newIntentKey(),
  });
  const [comment, setComment] = useState(draft.comment);
  const [intentKey, setIntentKey] = useState(draft.intentKey);
  const [look, setLook] = useState<{ isLooking: boolean; error: unknown }>({ isLooking: false, error: null });
  const approval = useApproveTransaction();
  const isUnknown = isOutcomeUnknown(approval.error) || isOutcomeUnknown(approval.failureReason);

  const change = (next: string) => {
    const key = newIntentKey();
    setComment(next);
    setIntentKey(key);
    keep({ comment: next, intentKey: key });
  };
  const send = () => {
    keep({ comment, intentKey });
    approval.mutate(
      { transactionId: id, comment: comment.trim(), intentKey },
      {
        onSuccess: () => {
          drop();
          onApproved();
        },
        onError: (error) => {
          if (isRefused(error)) change(comment);
          if (error instanceof ServiceError && error.code === "approval_decided") onOvertaken();
        },
      },
    );
  };
  const lookAgain = async () => {
    setLook({ isLooking: true, error: null });
    try {
      const found = await queries.fetchQuery({ ...pendingDetailsQuery(session, id), staleTime: 0 });
      setLook({ isLooking: false, error: null });
      return found;
    } catch (error) {
      setLook({ isLooking: false, error });
      return undefined;
    }
  };
  const approve = async () => {
    if (approval.isPending || look.isLooking) return;
    if (isUnknown) return send();
    approval.reset();
    const found = await lookAgain();
    if (!found) return;
    if (found.status !== "PENDING") return onOvertaken();
    if (found.viewer.canApprove && blockingReasons(found.checks).length === 0) send();
  };
  return {
    comment,
    change,
    approve,
    isBusy: approval.isPending || look.isLooking,
    isUnknown,
    /** Why nothing was sent, or what was answered; decided by another is told by the state itself. */
    problem:
      look.error ??
      (isOvertaken(approval.error) ? null : (approval.error ?? (isUnknown ? approval.failureReason : null))),
  };
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "approval_decided";
}
