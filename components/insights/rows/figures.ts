import type { InsightFigure, InsightRow } from "../../../contract/insight-rows.ts";
import { texts } from "./texts.ts";

/** `isMoney`: the figure is a sum; the others are numbers of rows. */
type Figure = { title: string; help: string; isMoney: boolean };
const money = (title: string, help: string): Figure => ({ title, help, isMoney: true });
const number = (title: string, help: string): Figure => ({ title, help, isMoney: false });

export const figures: Record<InsightFigure, Figure> = {
  moneyIn: money(texts.moneyIn, texts.moneyInHelp),
  moneyOut: money(texts.moneyOut, texts.moneyOutHelp),
  volume: money(texts.volume, texts.volumeHelp),
  merchantFees: money(texts.merchantFees, texts.merchantFeesHelp),
  platformFees: money(texts.platformFees, texts.platformFeesHelp),
  vat: money(texts.vat, texts.vatHelp),
  duty: money(texts.duty, texts.dutyHelp),
  posted: number(texts.posted, texts.postedHelp),
  customerVolume: money(texts.customerVolume, texts.customerVolumeHelp),
  requests: number(texts.requests, texts.requestsHelp),
  judged: number(texts.judged, texts.judgedHelp),
  succeeded: number(texts.succeeded, texts.succeededHelp),
  failed: number(texts.failed, texts.failedHelp),
  customerErrors: number(texts.customerErrors, texts.customerErrorsHelp),
  systemErrors: number(texts.systemErrors, texts.systemErrorsHelp),
  cardAuthorized: money(texts.cardAuthorized, texts.cardAuthorizedHelp),
  cardApproved: money(texts.cardApproved, texts.cardApprovedHelp),
  cardCleared: money(texts.cardCleared, texts.cardClearedHelp),
  cardRefunded: money(texts.cardRefunded, texts.cardRefundedHelp),
  cardDeclined: money(texts.cardDeclined, texts.cardDeclinedHelp),
};

/** Where failed requests are recorded. */
export const sourceNames = { batch: texts.ofBatches, payout: texts.ofPayouts, transaction: texts.ofPayments };

export const recordNames: Record<InsightRow["kind"], string> = {
  credits: texts.credit,
  debits: texts.debit,
  transfers: texts.transfer,
  bankTransfers: texts.bankTransfer,
  returnedBankTransfers: texts.returnedBankTransfer,
  bankCredits: texts.bankCredit,
  funding: texts.funding,
  reservations: texts.reservation,
  cardPayments: texts.cardPayment,
  returnedCardPayments: texts.returnedCardPayment,
  cardFunding: texts.cardFunding,
  cardUnloading: texts.cardUnloading,
  authorization: texts.authorization,
  increment: texts.increment,
  clearing: texts.clearing,
  refund: texts.refund,
  decline: texts.decline,
};

/** The page of the record that a row belongs to. */
export function recordHref({ record, id }: NonNullable<InsightRow["opens"]>): string {
  const name = encodeURIComponent(id);
  switch (record) {
    case "transaction":
      return `/transactions/${name}`;
    case "payout":
      return `/payouts/${name}`;
    case "creditBatch":
      return `/imports/credit/${name}?status=rejected`;
    case "debitBatch":
      return `/imports/debit/${name}?status=rejected`;
    case "card":
      return `/cards/${name}`;
  }
}
