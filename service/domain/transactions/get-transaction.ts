import type { TransactionDetails } from "../../../contract/transactions.ts";
import {
  findTransaction,
  findTransactionByReference,
  type TransactionDetailsRow,
} from "../../db/transactions/transaction-details.ts";
import { KIND_RULES } from "../../ledger/kind-rules.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isOfWallets, transactionView } from "./transaction-view.ts";

/** At least one is present; the ID has priority. */
export type GetTransactionInput = { transactionId?: string | undefined; reference?: string | undefined };

/**
 * Gets one transaction with its entries, fees, both sides, actor and approval. A reference finds the posted transaction, or else the
 * newest failed attempt. API 4, Wire 5. Returns the wire payload.
 * @throws `transaction_not_found`, also for a transaction of another merchant or mode.
 */
export async function getTransaction(ctx: Context, input: GetTransactionInput): Promise<TransactionDetails> {
  const { transactionId, reference } = input;
  const row =
    transactionId === undefined
      ? await findTransactionByReference(ctx.db, ctx.tenant.id, reference ?? "")
      : await findTransaction(ctx.db, ctx.tenant.id, transactionId);
  // With both given, the transaction must match both.
  if (!row || (reference !== undefined && row.reference !== reference)) throw new Failure("transaction_not_found");
  if (!isOfWallets(row.kind)) throw new Failure("transaction_not_found");
  const actorKind = actorKindOf(row.actor);
  return {
    ...transactionView(row, "merchant", ctx.tenant.mode),
    fee_breakdown: {
      base_fee: koboToWire(row.baseFee),
      merchant_fee: koboToWire(row.merchantFee),
      total_fee: koboToWire(row.baseFee + row.merchantFee),
    },
    failureReason: row.failure,
    actorKind,
    actorName: row.actorName || (actorKind === "key" ? "Private key" : ""),
    batchId: row.batch,
    approvalId: row.approval,
    reversal: reversalOf(row),
    entries: row.status === "success" ? entriesOf(row) : [],
  };
}

const REVERSIBLE: ReadonlySet<TransactionDetailsRow["kind"]> = new Set(["credit", "debit", "transfer"]);

function reversalOf(row: TransactionDetailsRow): TransactionDetails["reversal"] {
  const of = relatedView(row.reversalOf, row.reversedReference);
  const by = relatedView(row.reversal, row.reversalReference);
  const isOpen = row.status === "success" && of === null && by === null && row.pendingReversal === null;
  return { of, by, pendingId: row.pendingReversal, isPossible: isOpen && REVERSIBLE.has(row.kind) };
}

function relatedView(transactionId: string | null, reference: string | null) {
  return transactionId === null || reference === null ? null : { transactionId, reference };
}

/** The balance change of each account. They sum to zero even when a ledger entry sums several transactions. */
function entriesOf(row: TransactionDetailsRow): TransactionDetails["entries"] {
  const noWallet = { name: null, accountNumber: null, balanceAfter: null };
  const paid = row.amount + row.baseFee + row.merchantFee;
  const holdsFees = KIND_RULES[row.kind].fees === "destination";
  const fees = [
    { accountKind: "platform_fee" as const, ...noWallet, delta: koboToWire(row.baseFee) },
    { accountKind: "merchant_fee" as const, ...noWallet, delta: koboToWire(row.merchantFee) },
  ];
  return [
    {
      accountKind: row.sourceKind,
      name: row.sourceName,
      accountNumber: row.sourceNumber,
      delta: koboToWire(-paid),
      balanceAfter: wireOrNull(row.sourceBalance),
    },
    {
      accountKind: row.destinationKind,
      name: row.destinationName,
      accountNumber: row.destinationNumber,
      delta: koboToWire(holdsFees ? paid : row.amount),
      balanceAfter: wireOrNull(row.destinationBalance),
    },
    ...(holdsFees ? [] : fees.filter((fee) => fee.delta > 0)),
  ];
}

function wireOrNull(kobo: bigint | null): number | null {
  return kobo === null ? null : koboToWire(kobo);
}

const ACTOR_KINDS: readonly TransactionDetails["actorKind"][] = ["member", "key", "customer", "job", "platform"];

function actorKindOf(actor: string): TransactionDetails["actorKind"] {
  const kind = ACTOR_KINDS.find((known) => actor.startsWith(`${known}:`));
  if (!kind) throw new Error("unknown actor kind of a transaction");
  return kind;
}
