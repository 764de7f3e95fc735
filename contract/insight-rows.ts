import * as z from "zod";
import { DeclineCode } from "./card-authorizations.ts";
import { endpoint } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import { INSIGHT_KINDS, insight } from "./insights.ts";
import { AnalyticsSpan } from "./merchant-analytics.ts";
import { Instant, Kobo, Paging } from "./values.ts";

/** Figures of one kind of payment, or of all kinds that Insights adds up. */
const BY_KIND = ["volume", "merchantFees", "platformFees", "vat", "duty"] as const;

/**
 * The figures of Insights whose rows can be listed. `posted`: everything that was booked, as the busiest hours count it. `customerVolume`:
 * what moved into and out of customers' wallets; a transfer between two of them counts twice. `requests` are `succeeded` and `failed` ones; the
 * failed ones are `customerErrors` and `systemErrors`, and `judged` are all but `customerErrors`. `cardAuthorized` are `cardApproved` payments
 * and their increments.
 */
export const INSIGHT_FIGURES = [
  ...BY_KIND,
  "moneyIn",
  "moneyOut",
  "posted",
  "customerVolume",
  "requests",
  "judged",
  "succeeded",
  "failed",
  "customerErrors",
  "systemErrors",
  "cardAuthorized",
  "cardApproved",
  "cardCleared",
  "cardRefunded",
  "cardDeclined",
] as const;
const InsightFigure = z.enum(INSIGHT_FIGURES);
export type InsightFigure = z.infer<typeof InsightFigure>;

/** Where a failed request is recorded. */
export const FAILURE_SOURCES = ["batch", "payout", "transaction"] as const;

const CARD_ROWS = ["authorization", "increment", "clearing", "refund", "decline"] as const;

/**
 * One row behind a figure. `amount` is what it adds to the figure, in kobo: a fee for a figure of fees; null for an item without a valid amount.
 * `opens`: the record to look at, a transaction or payout by reference, a batch or card by ID; null for a booking between internal accounts.
 */
const InsightRow = z
  .object({
    id: z.string(),
    at: Instant,
    kind: z.enum([...INSIGHT_KINDS, ...CARD_ROWS]),
    reference: z.string().nullable(),
    amount: Kobo.nullable(),
    cause: z.enum(["CUSTOMER", "SYSTEM"]).nullable(),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    opens: z
      .object({ record: z.enum(["transaction", "payout", "creditBatch", "debitBatch", "card"]), id: z.string() })
      .nullable(),
  })
  .meta({ id: "InsightRow" });
export type InsightRow = z.infer<typeof InsightRow>;

const filters = {
  figure: InsightFigure,
  kind: z.enum(INSIGHT_KINDS).optional(),
  source: z.enum(FAILURE_SOURCES).optional(),
  code: z.string().max(200).optional(),
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
};
type Filters = z.infer<z.ZodObject<typeof filters>>;

/** The filters that a figure has; another one would be ignored, and the list would not be what it says. */
function hasItsFilters({ figure, kind, source, code, weekday, hour }: Filters): boolean {
  if (kind !== undefined && !BY_KIND.some((one) => one === figure)) return false;
  if (source !== undefined && figure !== "failed") return false;
  if (code !== undefined && figure !== "failed" && figure !== "cardDeclined") return false;
  if (code !== undefined && figure === "cardDeclined" && !DeclineCode.safeParse(code).success) return false;
  return (weekday === undefined && hour === undefined) || figure === "posted";
}

/** The rows behind the figures of Insights. Decision 0148. */
export const insightRowEndpoints = {
  listInsightRows: endpoint({
    ...insight,
    path: "/merchant/insights/rows",
    summary: "List exactly the rows that a figure of Insights counts, newest first, with their sum",
    /** `weekday`: 1 is Monday; both it and `hour` are Lagos time. */
    query: AnalyticsSpan.safeExtend({ ...Paging.shape, ...filters }).refine(hasItsFilters, {
      error: "does not have this filter",
      path: ["figure"],
    }),
    /** `sum` is null where the total is capped. */
    reply: success({ rows: z.array(InsightRow), sum: Kobo.nullable(), metadata: CappedMetadata }),
  }),
};
