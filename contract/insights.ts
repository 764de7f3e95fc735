import * as z from "zod";
import { DeclineCode } from "./card-authorizations.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AnalyticsSpan } from "./merchant-analytics.ts";
import { Day, Instant, Kobo } from "./values.ts";

/** What the wallets held and what entered and left them. opening + moneyIn - moneyOut = closing. Kobo. */
const CashFlow = z.object({ opening: Kobo, moneyIn: Kobo, moneyOut: Kobo, closing: Kobo });

/**
 * Whether the sums of all days equal the balances of the accounts, read in one snapshot. PENDING: the worker has not added up enough
 * postings to compare. `difference` is sums minus balances. `ledgerBalanced` and `ledgerCheckedAt`: the last check of the whole ledger.
 */
const CashProof = z.object({
  status: z.enum(["EQUAL", "DIFFERENT", "PENDING"]),
  balances: Kobo,
  difference: Kobo,
  ledgerBalanced: z.boolean().nullable(),
  ledgerCheckedAt: Instant.nullable(),
});

export const CashPosition = CashFlow.extend({
  asOf: Instant,
  /** In order, days without activity included. For today, `closing` is the balance now. */
  days: z.array(CashFlow.extend({ date: Day })),
  /** `month` is `YYYY-MM`; the first and the last may be parts of a month. */
  months: z.array(CashFlow.extend({ month: z.string() })),
  proof: CashProof,
}).meta({ id: "CashPosition" });
export type CashPosition = z.output<typeof CashPosition>;

/** What money does, as merchants name it. `bankTransfers` leave to banks, `bankCredits` arrive from them; `cardPayments` are what cards hold and pay. */
export const INSIGHT_KINDS = [
  "credits",
  "debits",
  "transfers",
  "bankTransfers",
  "returnedBankTransfers",
  "bankCredits",
  "funding",
  "reservations",
  "cardPayments",
  "returnedCardPayments",
  "cardFunding",
  "cardUnloading",
] as const;
const InsightKind = z.enum(INSIGHT_KINDS);
export type InsightKind = z.infer<typeof InsightKind>;

/** Posted amounts without fees, in kobo. `before`: of as many days directly before. */
const Volume = z.object({ amount: Kobo, count: z.int() });
const Compared = Volume.extend({ before: Volume });

export const Volumes = z
  .object({
    asOf: Instant,
    /** In the order of `kind`, those that moved in one of both periods. */
    kinds: z.array(Compared.extend({ kind: InsightKind })),
    /** Of payments: without funding, reservations and returned bank transfers. */
    total: Compared,
  })
  .meta({ id: "Volumes" });
export type Volumes = z.output<typeof Volumes>;

/** `merchantFees` are earned by the merchant, `platformFees` by the platform; VAT and stamp duty are owed to the state. Kobo. */
const Charges = z.object({ merchantFees: Kobo, platformFees: Kobo, vat: Kobo, duty: Kobo });

export const ChargeSums = z
  .object({
    asOf: Instant,
    /** False while the worker still adds up VAT and duty of earlier days, after an upgrade. */
    isComplete: z.boolean(),
    kinds: z.array(Charges.extend({ kind: InsightKind })),
    total: Charges,
    before: Charges,
  })
  .meta({ id: "ChargeSums" });
export type ChargeSums = z.output<typeof ChargeSums>;

/** Requests by their end. `customerErrors` failed for a reason of the request, such as a balance too low; `systemErrors` for ours or the bank's. */
const Outcomes = z.object({ succeeded: z.int(), customerErrors: z.int(), systemErrors: z.int() });

export const SuccessRates = z
  .object({
    asOf: Instant,
    total: Outcomes,
    before: Outcomes,
    /** In order, days without requests included. */
    days: z.array(Outcomes.extend({ date: Day })),
    /** The most frequent first, at most 50. `code` is stable; `reason` is a sentence. */
    reasons: z.array(
      z.object({
        source: z.enum(["batch", "payout", "transaction"]),
        code: z.string(),
        reason: z.string(),
        cause: z.enum(["CUSTOMER", "SYSTEM"]),
        count: z.int(),
      }),
    ),
  })
  .meta({ id: "SuccessRates" });
export type SuccessRates = z.output<typeof SuccessRates>;

/**
 * Card payments. `authorized`: approved, by the day that the issuer asked, with later increments by their own day; `declined`: by the day that
 * the issuer asked; `cleared` and `refunded`: by the day of the booking. Kobo.
 */
export const CardSums = z
  .object({
    asOf: Instant,
    authorized: Compared,
    cleared: Compared,
    refunded: Compared,
    declined: Compared,
    /** In order, days without card payments included. */
    days: z.array(z.object({ date: Day, authorized: Kobo, cleared: Kobo, refunded: Kobo })),
    /** The most frequent first. `code` is stable; `reason` is a sentence. */
    declines: z.array(Compared.extend({ code: DeclineCode, reason: z.string() })),
  })
  .meta({ id: "CardSums" });
export type CardSums = z.output<typeof CardSums>;

/** What all endpoints of insights have in common. Days are Africa/Lagos, both included, at most 366. */
export const insight = {
  tag: "Merchant",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
  permission: "BROWSE_TRANSACTIONS",
  source: "dashboard 9",
  query: AnalyticsSpan,
} as const;

/** Figures for the merchant's finance people. Every one equals the books. Decision 0140. */
export const insightEndpoints = {
  getCashPosition: endpoint({
    ...insight,
    path: "/merchant/insights/cash-position",
    replica: true,
    summary: "Get opening, in, out and closing of all wallets by day and month, with the proof",
    reply: success({ data: CashPosition }),
  }),
  getVolumes: endpoint({
    ...insight,
    path: "/merchant/insights/volumes",
    replica: true,
    summary: "Get volumes by kind, with those of the period before",
    reply: success({ data: Volumes }),
  }),
  getCharges: endpoint({
    ...insight,
    path: "/merchant/insights/charges",
    replica: true,
    summary: "Get fees, VAT and stamp duty by kind, with those of the period before",
    reply: success({ data: ChargeSums }),
  }),
  getSuccessRates: endpoint({
    ...insight,
    path: "/merchant/insights/success",
    replica: true,
    summary: "Get succeeded and failed requests by day, and why they failed",
    reply: success({ data: SuccessRates }),
  }),
  getCardSums: endpoint({
    ...insight,
    path: "/merchant/insights/cards",
    replica: true,
    summary: "Get what cards authorized, cleared and refunded, and why payments were declined",
    reply: success({ data: CardSums }),
  }),
};
