import type { PayoutRequest } from "../../../lib/api/transfers.ts";
import type { ParsedAmount } from "../../../lib/format/money.ts";
import type { MoneyFields } from "../use-payment-request.ts";
import { texts } from "./texts.ts";

export const NARRATION_MOST = 100;
export const NOTE_MOST = 500;

/** The request body, once payer, account and amount are known; `customerId` is `undefined` while the payer is unknown. Rails 2. */
export function buildPayoutRequest(
  fields: MoneyFields,
  payer: { isMerchant: boolean; customerId: string | undefined },
  amount: ParsedAmount,
): PayoutRequest | undefined {
  const { bank, account, holder, narration, note } = fields;
  if (!("kobo" in amount) || bank === "" || !isWholeNumber(account)) return undefined;
  if (!payer.isMerchant && payer.customerId === undefined) return undefined;
  const isSendable = narration.trim() !== "" && narrationProblem(narration) === undefined;
  return {
    kind: "payout",
    ...(!payer.isMerchant && payer.customerId !== undefined && { customerId: payer.customerId }),
    amount: amount.kobo,
    sortCode: bank,
    accountNumber: account,
    ...(holder.trim() !== "" && { accountName: holder.trim() }),
    ...(isSendable && { narration: narration.trim() }),
    ...(note.trim() !== "" && { note: note.trim() }),
  };
}

/** Account numbers of Nigerian banks have ten digits. */
export function isWholeNumber(account: string): boolean {
  return /^\d{10}$/.test(account);
}

/** Why the bank network cannot carry this narration; `undefined` if it can. It carries ASCII only. Rails 3. */
export function narrationProblem(text: string): string | undefined {
  const bad = [...new Set(text.match(/[^\x20-\x7e]/gu) ?? [])];
  if (bad.length === 0) return undefined;
  return texts.theBankNetworkCarries(bad.slice(0, 5).join(" "));
}

/** The narration without accents: `Ìfẹ́` becomes `Ife`. Other characters that cannot be sent are left out. Pure. */
export function plainNarration(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/₦/g, "NGN ")
    .replace(/[^\x20-\x7e]/gu, "");
}
