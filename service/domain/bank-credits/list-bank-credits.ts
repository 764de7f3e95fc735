import type { BankCredit, BankCreditState } from "../../../contract/bank-credits.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import { CREDIT_LIST_BOUND, findBankCredits } from "../../db/bank-credits/bank-credits.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice, type ListBound } from "../list-metadata.ts";
import { bankCreditView } from "./bank-credit-view.ts";

const BOUND: ListBound = { rows: CREDIT_LIST_BOUND, are: "bank transfers", instead: "narrow the date range" };

export type ListBankCreditsInput = {
  page: number;
  perPage: number;
  state?: BankCreditState | undefined;
  customerId?: string | undefined;
  walletId?: string | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  search?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** Lists the bank transfers that arrived, newest first, with the number in each state. Returns the wire payload. Rails 5. */
export async function listBankCredits(
  ctx: Context,
  input: ListBankCreditsInput,
): Promise<{ credits: BankCredit[]; counts: Record<BankCreditState, number>; metadata: CappedMetadata }> {
  const filter = {
    state: input.state ?? null,
    customerId: input.customerId ?? null,
    walletId: input.walletId ?? null,
    minAmount: input.minAmount ?? null,
    maxAmount: input.maxAmount ?? null,
    search: input.search ?? null,
    from: input.startDate === undefined ? null : new Date(firstInstant(input.startDate)),
    to: input.endDate === undefined ? null : new Date(lastInstant(input.endDate)),
  };
  const found = await findBankCredits(ctx.db, ctx.tenant.id, filter, boundedSlice(input, BOUND));
  const counts = { credited: 0, suspended: 0, returned: 0 };
  for (const { state, total } of found.counts) counts[state] = total;
  const total = input.state ? counts[input.state] : counts.credited + counts.suspended + counts.returned;
  return { credits: found.rows.map(bankCreditView), counts, metadata: boundedMetadata(input, total, BOUND) };
}
