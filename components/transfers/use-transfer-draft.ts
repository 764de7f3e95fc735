"use client";

import { useCallback, useState } from "react";
import { newIntentKey } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { MoneyKind } from "../../lib/api/transfers.ts";
import { useDraft } from "../layout/use-draft.ts";

/** Which kind of money, and whom another page had in mind. */
export type OpenedWith = { kind: MoneyKind; from: string; to: string };

/** What is typed, the key of this wish, and the body that is on its way. All of it waits in this tab's storage. */
export type TransferDraft = { from: string; to: string; amount: string; intentKey: string; sent: string };

/**
 * The form's draft of this person, merchant and mode. What another page asked for wins over an old draft, but never over a
 * transfer whose outcome is not known. Dashboard 5.7.
 */
export function useTransferDraft({ kind, from, to }: OpenedWith) {
  const { merchantId, userId, mode } = useSession();
  const empty = { from, to, amount: "", intentKey: "", sent: "" };
  const { draft, keep, drop } = useDraft<TransferDraft>(`draft:${merchantId}:${userId}:${mode}:${kind}`, empty);
  const [opened] = useState(() => {
    const asked = { from: from || draft.from, to: to || draft.to };
    const isOther = (asked.from !== draft.from || asked.to !== draft.to) && draft.sent === "";
    const wanted = isOther ? { ...draft, ...asked, intentKey: "" } : draft;
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
