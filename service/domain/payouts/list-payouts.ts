import type { CappedMetadata } from "../../../contract/envelope.ts";
import { type Payout, PayoutState } from "../../../contract/payout-records.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import { countPayouts, findPayouts, PAYOUT_BOUND, type PayoutFilter } from "../../db/payouts/payout-lists.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice } from "../list-metadata.ts";
import { payoutView } from "./payout-view.ts";

export type ListPayoutsInput = {
  page: number;
  perPage: number;
  state?: PayoutState | undefined;
  bank?: string | undefined;
  customerId?: string | undefined;
  walletId?: string | undefined;
  batchId?: string | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  openMinutes?: number | undefined;
  search?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

const BOUND = { rows: PAYOUT_BOUND, are: "payouts", instead: "a shorter period" };
const MINUTE_MS = 60_000;

/** Lists payouts, newest first, with the number in each state under the same filters. Returns the wire payload. Rails 2. */
export async function listPayouts(
  ctx: Context,
  input: ListPayoutsInput,
): Promise<{ payouts: Payout[]; counts: Record<PayoutState, number>; metadata: CappedMetadata }> {
  const now = ctx.clock.now();
  const filter: PayoutFilter = {
    state: input.state,
    bankCode: input.bank,
    customerId: input.customerId,
    walletId: input.walletId,
    batch: input.batchId,
    minAmount: kobo(input.minAmount),
    maxAmount: kobo(input.maxAmount),
    openSince: input.openMinutes === undefined ? undefined : new Date(now.getTime() - input.openMinutes * MINUTE_MS),
    search: input.search,
    from: input.startDate === undefined ? undefined : new Date(firstInstant(input.startDate)),
    to: input.endDate === undefined ? undefined : new Date(lastInstant(input.endDate)),
  };
  const [found, counted] = await Promise.all([
    findPayouts(ctx.db, ctx.tenant.id, filter, boundedSlice(input, BOUND)),
    countPayouts(ctx.db, ctx.tenant.id, filter),
  ]);
  const counts = Object.fromEntries(PayoutState.options.map((state) => [state, 0])) as Record<PayoutState, number>;
  for (const { state, n } of counted) counts[state] = n;
  return { payouts: found.rows.map(payoutView), counts, metadata: boundedMetadata(input, found.total, BOUND) };
}

function kobo(amount: number | undefined): bigint | undefined {
  return amount === undefined ? undefined : BigInt(amount);
}
