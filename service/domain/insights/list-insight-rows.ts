import { DeclineCode } from "../../../contract/card-authorizations.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import type { FAILURE_SOURCES, InsightFigure, InsightRow } from "../../../contract/insight-rows.ts";
import type { InsightKind } from "../../../contract/insights.ts";
import { declineTexts } from "../../../contract/texts/insights.ts";
import {
  findInsightRows,
  findOpenedRecords,
  type InsightRowRow,
  type KindWeight,
  ROW_BOUND,
  type RowSelection,
} from "../../db/insights/insight-rows.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice, type ListBound } from "../list-metadata.ts";
import type { DayRange } from "../merchant/analytics/analytics-days.ts";
import { CUSTOMER_SIDES, FLOW_GROUPS } from "../merchant/analytics/day-sums.ts";
import { idOfReference } from "../transactions/reference.ts";
import { HOLDS } from "./get-charges.ts";
import { CAUSES, REQUESTED, reasonOf } from "./get-success-rates.ts";
import { PAYMENTS } from "./get-volumes.ts";
import { insightKind, kindsNamed } from "./insight-kinds.ts";

const BOUND: ListBound = { rows: ROW_BOUND, are: "rows", instead: "choose fewer days" };

export type InsightRowsInput = DayRange & {
  figure: InsightFigure;
  kind?: InsightKind | undefined;
  source?: (typeof FAILURE_SOURCES)[number] | undefined;
  code?: string | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
  page: number;
  perPage: number;
};
type Filters = Omit<InsightRowsInput, keyof DayRange | "figure" | "page" | "perPage">;

/**
 * Lists a page of exactly the rows that a figure of Insights counts, newest first, with their number and sum: the amounts add up to the
 * figure. Exact up to 50,000 rows. Days are Africa/Lagos, both included. Kobo. Dashboard 9, decision 0148.
 * @throws `validation_failed` for a page beyond the bound
 */
export async function listInsightRows(
  ctx: Context,
  { figure, startDate, endDate, page, perPage, ...filters }: InsightRowsInput,
): Promise<{ rows: InsightRow[]; sum: number | null; metadata: CappedMetadata }> {
  const found = await findInsightRows(
    ctx.db,
    ctx.tenant.id,
    { from: startDate, to: endDate },
    selectionOf(figure, filters),
    { ...boundedSlice({ page, perPage }, BOUND), causes: CAUSES },
  );
  const opened = await openedBy(ctx, found.rows);
  return {
    rows: found.rows.map((row) => rowView(row, opened)),
    sum: found.total > ROW_BOUND ? null : koboToWireEdge(found.sum),
    metadata: boundedMetadata({ page, perPage }, found.total, BOUND),
  };
}

const AMOUNT = { amount: 1, feeBase: 0, feeMerchant: 0 } as const;
const FEES = { amount: 0, feeBase: 1, feeMerchant: 1 } as const;

/** Each figure is selected by the same rules as it is added up. */
function selectionOf(figure: InsightFigure, { kind, source, code, weekday, hour }: Filters): RowSelection {
  switch (figure) {
    case "moneyIn":
      return { posted: { weights: flowWeights("in", AMOUNT) } };
    case "moneyOut":
      return { posted: { weights: [...flowWeights("out", { ...FEES, amount: 1 }), ...flowWeights("between", FEES)] } };
    case "volume":
      return { posted: { weights: weigh(volumeKinds(kind), AMOUNT) } };
    case "merchantFees":
      return { posted: { weights: weigh(earning(kind), { ...FEES, feeBase: 0 }) } };
    case "platformFees":
      return { posted: { weights: weigh(earning(kind), { ...FEES, feeMerchant: 0 }) } };
    case "vat":
    case "duty":
      return { charged: { charge: figure, kinds: kindsNamed(kind) } };
    case "posted":
      return { posted: { weights: weigh(kindsNamed(), AMOUNT), weekday, hour } };
    case "customerVolume":
      return { posted: { weights: CUSTOMER_SIDES.flatMap(({ kind: of, sides }) => sidesWeight(of, sides)) } };
    case "requests":
      return { ...succeeded, failed: {} };
    case "judged":
      return { ...succeeded, failed: { isSystem: true } };
    case "succeeded":
      return succeeded;
    case "failed":
      return { failed: { source, code } };
    case "customerErrors":
      return { failed: { isSystem: false } };
    case "systemErrors":
      return { failed: { isSystem: true } };
    case "cardAuthorized":
      return { card: { what: "authorized", isWithIncrements: true } };
    case "cardApproved":
      return { card: { what: "authorized" } };
    case "cardCleared":
      return { card: { what: "cleared" } };
    case "cardRefunded":
      return { card: { what: "refunded" } };
    case "cardDeclined":
      return { card: { what: "declined", code } };
  }
}

type Weight = Omit<KindWeight, "kind">;

function weigh(kinds: readonly string[], weight: Weight): KindWeight[] {
  return kinds.map((kind) => ({ kind, ...weight }));
}

const succeeded: RowSelection = { posted: { weights: weigh(REQUESTED, AMOUNT), isUndoneLeftOut: true } };

function flowWeights(group: string, weight: Weight): KindWeight[] {
  const kinds = FLOW_GROUPS.filter((one) => one.group === group).map(({ kind }) => kind);
  return weigh(kinds, weight);
}

function volumeKinds(name: InsightKind | undefined): string[] {
  const names = name === undefined ? PAYMENTS : [name];
  return names.flatMap((one) => kindsNamed(one)).filter((kind) => kind !== "bank_booking" && kind !== "card_booking");
}

function earning(name: InsightKind | undefined): string[] {
  return kindsNamed(name).filter((kind) => !HOLDS.includes(kind));
}

function sidesWeight(kind: string, sides: number): KindWeight[] {
  if (sides === 0) return [];
  return [{ kind, ...AMOUNT, amount: sides === 2 ? 2 : 1 }];
}

/** A booking of a bank transfer has the transfer's reference with its step; the hold of a prepaid card is named like its authorization. */
async function openedBy(ctx: Context, rows: readonly InsightRowRow[]): Promise<ReadonlyMap<string, string>> {
  const payouts = rows.flatMap(({ kind, reference }) => payoutOf(kind, reference) ?? []);
  const authorizations = rows.filter(({ kind }) => kind === "card_account_hold").map(({ id }) => id);
  return await findOpenedRecords(ctx.db, ctx.tenant.id, { payouts, authorizations });
}

function payoutOf(kind: string, reference: string | null): string | undefined {
  return kind === "bank_booking" ? idOfReference(reference ?? "") : undefined;
}

function rowView(row: InsightRowRow, opened: ReadonlyMap<string, string>): InsightRow {
  const { id, at, source, kind, reference, amount, isSystem, code } = row;
  return {
    id,
    at: at.toISOString(),
    kind: kindOf(source, kind),
    reference,
    amount: amount === null ? null : koboToWireEdge(amount),
    cause: isSystem === null ? null : isSystem ? "SYSTEM" : "CUSTOMER",
    code: code ?? null,
    reason:
      code === null ? null : source === "card" ? declineTexts[DeclineCode.parse(code)] : reasonOf({ source, code }),
    opens: opensOf(row, opened),
  };
}

function kindOf(source: InsightRowRow["source"], kind: string): InsightRow["kind"] {
  if (source === "batch") return kind === "debit" ? "debits" : "credits";
  return source === "card" ? (kind as InsightRow["kind"]) : insightKind(kind);
}

function opensOf(row: InsightRowRow, opened: ReadonlyMap<string, string>): InsightRow["opens"] {
  const { id, source, kind, reference, record } = row;
  if (source === "batch") return opens(kind === "debit" ? "debitBatch" : "creditBatch", record);
  if (source === "card") return opens("card", record);
  if (source === "payout") return opens("payout", reference);
  if (kind === "bank_booking") return opens("payout", opened.get(payoutOf(kind, reference) ?? ""));
  if (kind === "card_account_hold") return opens("card", opened.get(id));
  return opens("transaction", kind === "card_booking" ? null : reference);
}

function opens(record: NonNullable<InsightRow["opens"]>["record"], id: string | null | undefined): InsightRow["opens"] {
  return id ? { record, id } : null;
}
