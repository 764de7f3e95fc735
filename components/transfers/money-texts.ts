import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { MoneyKind } from "../../lib/api/transfers.ts";
import { texts } from "./texts.ts";

export const kindLabels: Record<MoneyKind, string> = {
  transfer: texts.transfer,
  credit: texts.credit,
  debit: texts.debit,
  payout: texts.payout,
};

/** The title of the form. */
export function pageTitleOf(kind: MoneyKind): string {
  return kind === "payout" ? texts.sendToBank : texts.newKind(kind);
}

const SHOWN = 3;

/** Who must approve before money moves, in one sentence. `own`: the submitter’s name. */
export function approversText({ required, needed, approvers }: MovementPreview["approval"], own: string): string {
  if (!required) return texts.itIsDoneAt;
  if (needed === 2) {
    return approvers.length < 2 ? texts.tooFewApprovers(approvers.length) : texts.twoMustApprove(approvers.join(", "));
  }
  if (approvers.length === 0) return texts.nobodyInYourTeam;
  if (approvers.length === 1 && approvers[0] === own) {
    return texts.nobodyElseMayApprove;
  }
  const names = approvers.slice(0, SHOWN);
  const rest = approvers.length - names.length;
  if (rest > 0) return texts.namesOrRestMore(names.join(", "), rest);
  const last = names.at(-1) ?? "";
  const text = names.length > 1 ? texts.namesOrLast(names.slice(0, -1).join(", "), last) : last;
  return texts.textMustApproveNothing(text);
}

type Flags = Pick<MerchantSettings, "canDebitCustomer" | "internalTransfers" | "requirePinForDebit">;

/** Why the merchant’s settings disable this kind of payment; `null` if they allow it. Dashboard 2.5. */
export function closedText(kind: MoneyKind, flags: Flags): string | null {
  if (kind === "transfer" && !flags.internalTransfers) return texts.internalTransfersAreOff;
  if (kind === "debit" && !flags.canDebitCustomer) return texts.debitsOfCustomersAre;
  if (kind === "debit" && flags.requirePinForDebit) {
    return texts.everyDebitAsksFor;
  }
  return null;
}
