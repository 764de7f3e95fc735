import type { MovementPreview } from "../../../contract/transfers.ts";
import { findParties, type Party } from "../../db/ledger/money-parties.ts";
import { spentOn } from "../../ledger/check-movement.ts";
import { koboToWireEdge } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { approvalNeeded } from "../approvals/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { costView } from "../transactions/fees.ts";
import { overCeiling } from "../transactions/over-ceiling.ts";
import { sideView } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { refusalOfDebits } from "./debit-rules.ts";
import { findBatchRules, type Rules } from "./move-items.ts";

/** What is kept of a batch's request while it waits for approval; the items are laid aside with the batch. Kobo. */
export type WaitingBatch = {
  batchId: string;
  batchReference: string;
  operation: "credit" | "debit";
  /** Items that will be tried, of `rows` in all. */
  items: number;
  rows: number;
  amount: number;
};

/**
 * What a batch that waits would cost as a whole, with the merchant's wallet as it is now: its other side is many wallets, so
 * that it is null. Reasons are those against the whole batch. Api 4, dashboard 5.8.
 */
export async function previewBatch(ctx: Context, batch: WaitingBatch): Promise<MovementPreview> {
  const [rules, tiers, [merchant]] = await Promise.all([
    findBatchRules(ctx),
    findTiers(ctx),
    findParties(ctx.db, ctx.tenant.id, { by: "customer", names: [], withMerchant: true }),
  ]);
  if (!merchant) throw new Error("the merchant has no wallet");
  const isCredit = batch.operation === "credit";
  const amount = BigInt(batch.amount);
  const fees = { baseFee: rules.settings.batchItemFee * BigInt(batch.items), merchantFee: 0n };
  const day = lagosDay(ctx.clock.now());
  const side = sideView(merchant, isCredit ? -(amount + fees.baseFee) : amount, { tiers, day });
  const failures = problemsOf(batch, rules, { merchant, needed: amount + fees.baseFee, day });
  return {
    ...costView(amount, fees, koboToWireEdge),
    source: isCredit ? side : null,
    target: isCredit ? null : side,
    allowed: failures.length === 0,
    reasons: failures.map(({ code, message, errors }) => ({ ...errors?.[0], code, message })),
    approval: await approvalNeeded(ctx, amount),
  };
}

function problemsOf(
  { operation, amount }: WaitingBatch,
  { settings }: Rules,
  { merchant, needed, day }: { merchant: Party; needed: bigint; day: string },
): Failure[] {
  const { account } = merchant;
  if (operation === "debit") {
    const refusal = refusalOfDebits(operation, settings, { takesPin: false });
    return refusal ? [refusal] : [];
  }
  const problems: Failure[] = [];
  const { merchantDailyLimit: limit } = settings;
  const spent = spentOn(account, day);
  if (limit !== null && spent + BigInt(amount) > limit) {
    problems.push(overCeiling({ limit, spent }));
  }
  if (needed > account.balance) {
    problems.push(balanceTooLow({ balance: account.balance, needed }));
  }
  return problems;
}

function balanceTooLow({ balance, needed }: { balance: bigint; needed: bigint }): Failure {
  const { code, message } = new Failure("merchant_balance_too_low");
  return new Failure(code, { errors: [{ message, balance: koboToWireEdge(balance), needed: koboToWireEdge(needed) }] });
}
