"use client";

import { useCallback, useState } from "react";
import { newIntentKey } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { MoneyKind, PaymentRequest } from "../../lib/api/transfers.ts";
import { readSearchTerm } from "../../lib/format/search-term.ts";
import { useDraft } from "../layout/hooks/use-draft.ts";

/** Which kind of money, and whom another page had in mind. */
export type OpenedWith = { kind: MoneyKind; from: string; to: string };

/** What is typed, the key of this wish, and the body that is on its way. All of it waits in this tab's storage. */
export type MoneyDraft = { from: string; to: string; amount: string; intentKey: string; sent: string };

/**
 * The form's draft of this person, merchant and mode. What another page asked for wins over an old draft, but never over a
 * payment whose outcome is not known. Dashboard 5.7.
 */
export function useMoneyDraft({ kind, from, to }: OpenedWith) {
  const { merchantId, userId, mode } = useSession();
  const empty = { from, to, amount: "", intentKey: "", sent: "" };
  const { draft, keep, drop } = useDraft<MoneyDraft>(`draft:${merchantId}:${userId}:${mode}:${kind}`, empty);
  const [opened] = useState(() => {
    const asked = { from: from || draft.from, to: to || draft.to };
    const isOther = (asked.from !== draft.from || asked.to !== draft.to) && draft.sent === "";
    const known = { ...draft, sent: withKind(draft.sent) };
    const wanted = isOther ? { ...known, ...asked, intentKey: "" } : known;
    return wanted.intentKey === "" ? { ...wanted, intentKey: newIntentKey() } : wanted;
  });
  const [current, setCurrent] = useState(opened);
  const store = useCallback(
    (next: MoneyDraft) => {
      keep({ ...next, from: numberOnly(next.from), to: numberOnly(next.to) });
      setCurrent(next);
    },
    [keep],
  );
  return { opened, current, store, drop };
}

/** Half a name, a phone number or an e-mail address is not kept, nor is what may be a BVN or NIN. */
function numberOnly(text: string): string {
  const { kind } = readSearchTerm(text);
  return kind === "account" || kind === "customer" ? text : "";
}

/** Drafts from before credits and debits were here do not say their kind: they are transfers. */
function withKind(sent: string): string {
  if (sent === "") return "";
  try {
    return JSON.stringify({ kind: "transfer", ...(JSON.parse(sent) as Partial<PaymentRequest>) });
  } catch {
    return "";
  }
}
