import type { Reconciliation } from "../../../contract/reconciliation.ts";
import { firstInstant } from "../../../contract/values.ts";
import {
  findBankFloat,
  findExplained,
  findFiles,
  findOurFloat,
  findUnconfirmed,
  type ReconciledBooks,
} from "../../db/reconciliation/breaks.ts";
import type { DaySpan } from "../../db/reconciliation/settlement-comparison.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { fileView } from "./break-view.ts";
import { listBreaks } from "./list-breaks.ts";

const DAY_MS = 86_400_000;
const FILES_SHOWN = 10;

/** The instants of a day in Africa/Lagos. */
export function spanOf(day: string): DaySpan {
  const from = new Date(firstInstant(day));
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

/**
 * Compares our float with the bank's, or our account with the card issuers', for a day in Africa/Lagos, yesterday without a date, to the
 * kobo. The bank's opening float is the sum of its files before that day; before its first file it is ours. Returns the wire payload.
 * Rails 6, decisions 0105, 0159.
 */
export async function getReconciliation(
  ctx: Context,
  { date, books = "bank" }: { date?: string | undefined; books?: ReconciledBooks | undefined },
): Promise<{ data: Reconciliation }> {
  const now = ctx.clock.now();
  const day = date ?? lagosDay(new Date(now.getTime() - DAY_MS));
  const tenant = ctx.tenant.id;
  const [ours, bank, explained, unconfirmed, files, open] = await Promise.all([
    findOurFloat(ctx.db, tenant, { span: spanOf(day), books }),
    findBankFloat(ctx.db, tenant, { day, books }),
    findExplained(ctx.db, tenant, { day, books }),
    findUnconfirmed(ctx.db, tenant),
    findFiles(ctx.db, tenant, FILES_SHOWN),
    listBreaks(ctx, { page: 1, perPage: 1, state: "open" }),
  ]);
  const hasFile = bank.in !== null && bank.out !== null;
  const opening = hasFile ? (bank.earlier ?? ours.opening) : null;
  const closing = opening === null ? null : opening + (bank.in ?? 0n) - (bank.out ?? 0n);
  return {
    data: {
      date: day,
      rail: bank.rail,
      asOf: now.toISOString(),
      opening: figure(ours.opening, opening),
      in: figure(ours.in, bank.in),
      out: figure(ours.out, bank.out),
      closing: figure(ours.opening + ours.in - ours.out, closing),
      explained: hasFile ? koboToWire(explained.explained) : 0,
      timing: hasFile ? koboToWire(bank.timing) : 0,
      breaksOfDay: explained.ofDay,
      openBreaks: { all: open.metadata.totalRecords, ...open.counts },
      unconfirmed: unconfirmed.map(({ code, name, count, amount, oldestAt }) => ({
        bank: { code, name },
        count,
        amount: koboToWire(amount),
        oldestAt: oldestAt.toISOString(),
      })),
      files: files.map(fileView),
    },
  };
}

function figure(ours: bigint, bank: bigint | null) {
  const difference = bank === null ? null : koboToWire(bank - ours);
  return { ours: koboToWire(ours), bank: bank === null ? null : koboToWire(bank), difference };
}
