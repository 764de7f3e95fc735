"use client";

import { useCallback, useState } from "react";
import { newIntentKey } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { useDraft } from "../layout/use-draft.ts";

/** What is typed, the key of this wish, and the body that is on its way. All of it waits in this tab's storage. */
export type TransferDraft = { from: string; to: string; amount: string; intentKey: string; sent: string };

/**
 * The form's draft of this person, merchant and mode. What another page asked for wins over an old draft, but never over a
 * transfer whose outcome is not known. Dashboard 5.7.
 */
export function useTransferDraft(openedFrom: string) {
  const { merchantId, userId, mode } = useSession();
  const empty = { from: openedFrom, to: "", amount: "", intentKey: "", sent: "" };
  const { draft, keep, drop } = useDraft<TransferDraft>(`draft:${merchantId}:${userId}:${mode}:transfer`, empty);
  const [opened] = useState(() => {
    const isOther = openedFrom !== "" && openedFrom !== draft.from && draft.sent === "";
    const wanted = isOther ? { ...draft, from: openedFrom, intentKey: "" } : draft;
    return wanted.intentKey === "" ? { ...wanted, intentKey: newIntentKey() } : wanted;
  });
  const [current, setCurrent] = useState(opened);
  const store = useCallback(
    (next: TransferDraft) => {
      keep(next);
      setCurrent(next);
    },
    [keep],
  );
  return { opened, current, store, drop };
}
