import type { MovementPreview } from "../../../contract/transfers.ts";
import { findParties, type Party } from "../../db/ledger/money-parties.ts";
import type { Transaction } from "../../db/pool.ts";
import { spentOn } from "../../ledger/check-movement.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approvalNeeded } from "../submissions/approvers.ts";
import { addSubmission } from "../submissions/submit-for-approval.ts";
import { costView, type Fees, itemFees, transferFees } from "../transactions/fees.ts";
import { sideView } from "../transactions/preview-movement.ts";
import { overDailyLimit } from "../transactions/refusal-facts.ts";
import { findTiers } from "../transactions/tiers.ts";
import { transferFailure } from "../transfers/refusals.ts";
import { findBatchRules, type Rules, refusalOfBatch } from "./batch-rules.ts";

/** The stored request of a batch or upload that needs approval; its items are stored with the batch. Kobo. */
export type PendingBatch = {
  batchId: string;
  batchReference: string;
  operation: "credit" | "debit";
  /** The customer who pays all items; absent or null where the merchant does. */
  payer?: string | null;
  /** Of an upload, where its sender gave one. */
  fileName: string | null;
  /** Eligible items, out of `rows`. */
  items: number;
  rows: number;
  amount: number;
};

type Named = {
  id: string;
  reference: string;
  operation: "credit" | "debit";
  payer?: string | null;
  fileName?: string | null;
};

/** Builds the stored request; `amount` in kobo. */
export function pendingBatch(
  { id, reference, operation, payer = null, fileName = null }: Named,
  { items, rows, amount }: { items: number; rows: number; amount: bigint },
): PendingBatch {
  return {
    batchId: id,
    batchReference: reference,
    operation,
    payer,
    fileName,
    items,
    rows,
    amount: koboToWire(amount),
  };
}

/** Adds the approval of a batch or upload, in the transaction that makes it `awaiting_approval`. */
export async function addBatchSubmission(
  tx: Transaction,
  ctx: Context,
  submission: { id: string; kind: "batch" | "upload"; batch: PendingBatch; preview: object },
): Promise<void> {
  const { id, kind, batch, preview } = submission;
  const isCredit = batch.operation === "credit";
  await addSubmission(tx, ctx, {
    id,
    kind,
    type: isCredit ? "CREDIT" : "DEBIT",
    category: batch.payer ? "WALLET_TO_WALLET_TRANSFER" : isCredit ? "CREDIT_CUSTOMER_WALLET" : "DEBIT_CUSTOMER_WALLET",
    request: batch,
    reference: batch.batchReference,
    amount: BigInt(batch.amount),
    feeBase: 0n,
    feeMerchant: 0n,
    source: null,
    destination: null,
    batch: batch.batchId,
    description: null,
    preview,
    at: ctx.clock.now(),
  });
}

/**
 * Previews a pending batch as a whole: its cost, and the wallet of the merchant, or of the customer who pays, now. The other side is null because it is many
 * wallets. Reasons are those against the whole batch. API 4, Dashboard 5.8.
 */
export async function previewBatch(ctx: Context, batch: PendingBatch): Promise<MovementPreview> {
  const payer = batch.payer ?? null;
  const [rules, tiers, [party]] = await Promise.all([
    findBatchRules(ctx, payer),
    findTiers(ctx),
    findParties(ctx.db, ctx.tenant.id, { by: "customer", names: payer ? [payer] : [], withMerchant: !payer }),
  ]);
  if (!party) throw new Error("the payer of the batch has no wallet");
  const isCredit = batch.operation === "credit";
  const amount = BigInt(batch.amount);
  const fees = batchFees(rules, batch.items);
  const day = lagosDay(ctx.clock.now());
  const needed = amount + fees.baseFee + fees.merchantFee;
  const side = sideView(party, isCredit ? -needed : amount, { tiers, day });
  const failures = failuresOf(batch, rules, { party, needed, day });
  return {
    ...costView(amount, fees, koboToWireEdge),
    source: isCredit ? side : null,
    target: isCredit ? null : side,
    allowed: failures.length === 0,
    reasons: failures.map(({ code, message, errors }) => ({ ...errors?.[0], code, message })),
    approval: await approvalNeeded(ctx, amount),
  };
}

/** The fees of all items together. Kobo. */
function batchFees({ settings, payer }: Rules, items: number): Fees {
  const { baseFee, merchantFee } = payer ? transferFees(settings) : itemFees(settings);
  return { baseFee: baseFee * BigInt(items), merchantFee: merchantFee * BigInt(items) };
}

function failuresOf(
  { operation, payer = null, amount }: PendingBatch,
  { settings }: Rules,
  { party, needed, day }: { party: Party; needed: bigint; day: string },
): Failure[] {
  const { account } = party;
  const refusal = refusalOfBatch({ operation, payer }, settings, { takesPin: false });
  const failures: Failure[] = refusal ? [refusal] : [];
  if (operation === "debit") return failures;
  if (payer !== null) {
    if (account.frozen) failures.push(transferFailure({ code: "account_frozen", side: "source" }));
    if (needed > account.balance) {
      failures.push(transferFailure({ code: "balance_too_low", balance: account.balance, needed }));
    }
    return failures;
  }
  const { merchantDailyLimit: limit } = settings;
  const spent = spentOn(account, day);
  if (limit !== null && spent + BigInt(amount) > limit) failures.push(overDailyLimit({ limit, spent }));
  if (needed > account.balance) failures.push(merchantBalanceTooLow({ balance: account.balance, needed }));
  return failures;
}

/** The merchant's wallet does not cover a batch, with the balance and the needed amount in kobo. */
export function merchantBalanceTooLow({ balance, needed }: { balance: bigint; needed: bigint }): Failure {
  const { code, message } = new Failure("merchant_balance_too_low");
  return new Failure(code, { errors: [{ message, balance: koboToWireEdge(balance), needed: koboToWireEdge(needed) }] });
}
