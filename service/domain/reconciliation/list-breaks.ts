import type { CappedMetadata } from "../../../contract/envelope.ts";
import type { Break, BreakAge, BreakKind } from "../../../contract/reconciliation.ts";
import { BREAK_BOUND, findBreaks } from "../../db/reconciliation/breaks.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice, type ListBound } from "../list-metadata.ts";
import { breakView } from "./break-view.ts";

const BOUND: ListBound = { rows: BREAK_BOUND, are: "differences", instead: "choose a date" };

export type BreakCounts = { byKind: Record<BreakKind, number>; byAge: Record<BreakAge, number> };

export type ListBreaksInput = {
  page: number;
  perPage: number;
  state: "open" | "resolved";
  kind?: BreakKind | undefined;
  age?: BreakAge | undefined;
  date?: string | undefined;
  ownerId?: string | undefined;
  search?: string | undefined;
};

/**
 * Lists differences, oldest first. The counts by kind follow the age, and those by age the kind. Returns the wire payload. Rails 6.
 */
export async function listBreaks(
  ctx: Context,
  input: ListBreaksInput,
): Promise<{ breaks: Break[]; counts: BreakCounts; metadata: CappedMetadata }> {
  const { state, kind = null, age = null, date: day = null, ownerId: owner = null, search = null } = input;
  const today = lagosDay(ctx.clock.now());
  const filter = { today, state, kind, age, day, owner, search };
  const found = await findBreaks(ctx.db, ctx.tenant.id, filter, boundedSlice(input, BOUND));
  const counts = emptyCounts();
  let total = 0;
  for (const one of found.counts) {
    const [isKind, isAge] = [kind === null || one.kind === kind, age === null || one.age === age];
    if (isAge) counts.byKind[one.kind] += one.total;
    if (isKind) counts.byAge[one.age] += one.total;
    if (isKind && isAge) total += one.total;
  }
  return { breaks: found.rows.map(breakView), counts, metadata: boundedMetadata(input, total, BOUND) };
}

export function emptyCounts(): BreakCounts {
  return {
    byKind: { missing_here: 0, missing_there: 0, amount_differs: 0, status_differs: 0, duplicate: 0 },
    byAge: { "1_day": 0, "2_3_days": 0, over_3_days: 0 },
  };
}
