"use client";

import { useCallback, useState } from "react";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { MoneyKind, PaymentRequest } from "../../lib/api/transfers.ts";
import { readSearchTerm } from "../../lib/format/search-term.ts";
import { draftKey, useDraft } from "../layout/hooks/use-draft.ts";

/** The kind of payment and the parties that a link presets. */
export type OpenedWith = { kind: MoneyKind; from: string; to: string };

/** The fields, the idempotency key, the body in flight with its time, and the link. Kept in this tab's storage. */
export type MoneyDraft = {
  from: string;
  to: string;
  amount: string;
  idempotencyKey: string;
  sent: string;
  /** When `sent` first went, in milliseconds; empty in drafts from before this was kept. */
  sentAt: string;
  /** The parties of the link that opened the form, as `from|to`. */
  link: string;
  /** Of a payout: whose wallet pays, and the receiver's account. */
  payer: "merchant" | "customer" | "";
  bank: string;
  account: string;
  holder: string;
  narration: string;
  note: string;
};

/** Fields that only a payout fills. */
export const NO_PAYOUT = { payer: "", bank: "", account: "", holder: "", narration: "", note: "" } as const;

/**
 * The form's draft for this user, merchant and mode. A link that presets a party starts anew, so that nothing typed for another
 * customer stays, but never replaces a payment whose outcome is unknown. The same link again, as in a reload, keeps the draft.
 * Dashboard 5.7.
 */
export function useMoneyDraft({ kind, from, to }: OpenedWith) {
  const session = useSession();
  const link = from === "" && to === "" ? "" : `${numberOnly(from)}|${numberOnly(to)}`;
  const empty: MoneyDraft = { from, to, amount: "", idempotencyKey: "", sent: "", sentAt: "", link, ...NO_PAYOUT };
  const { draft, keep, drop } = useDraft<MoneyDraft>(draftKey(session, kind), { ...empty, link: "" });
  const [opened] = useState(() => {
    const isOther = link !== "" && link !== draft.link && draft.sent === "";
    const wanted = isOther ? empty : { ...draft, sent: withKind(draft.sent) };
    return wanted.idempotencyKey === "" ? { ...wanted, idempotencyKey: newIdempotencyKey() } : wanted;
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

/** Incomplete names, phone numbers, emails and possible BVNs or NINs are not stored. */
function numberOnly(text: string): string {
  const { kind } = readSearchTerm(text);
  return kind === "account" || kind === "customer" ? text : "";
}

/** Drafts stored before credits and debits existed have no kind: they are transfers. */
function withKind(sent: string): string {
  if (sent === "") return "";
  try {
    return JSON.stringify({ kind: "transfer", ...(JSON.parse(sent) as Partial<PaymentRequest>) });
  } catch {
    return "";
  }
}
