import { reversalTexts } from "../../../contract/texts/reversals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { findAccountParties } from "../../db/ledger/account-parties.ts";
import { findSettings } from "../../db/merchant/settings.ts";
import { findReversible } from "../../db/transactions/reversals.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { batchOfOneFailure } from "../batches/refusals.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approvalNeeded } from "../submissions/approvers.ts";
import { assertMayPay } from "../transactions/assert-may-pay.ts";
import type { NewMovement } from "../transactions/move-money.ts";
import { previewMovement } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { transferFailure } from "../transfers/refusals.ts";

/** The kinds that can be taken back, and the kind of the way back. Decision 0104. */
export const WAY_BACK = { credit: "debit", debit: "credit", transfer: "transfer" } as const;
type WayBack = (typeof WAY_BACK)[keyof typeof WAY_BACK];

/** The category of the way back. */
export const CATEGORIES = {
  credit: "CREDIT_CUSTOMER_WALLET",
  debit: "DEBIT_CUSTOMER_WALLET",
  transfer: "WALLET_TO_WALLET_TRANSFER",
} as const;

/** Each reversal has the reason that staff gives; the customer reads which payment was taken back. */
export type ReversalInput = { transactionId: string; reason: string };

/** A reversal that may be made as far as the settings go, with every check of the ledger. Kobo. */
export type PreparedReversal = {
  transactionId: string;
  /** The reference of the transaction that is taken back. */
  reversed: string;
  reason: string;
  narration: string;
  kind: WayBack;
  movement: NewMovement & { reversalOf: string };
  preview: MovementPreview;
  /** In the order of the checks. */
  failures: readonly Failure[];
};

/**
 * Finds a transaction that can be taken back and checks its reversal: the whole amount, from its destination to its source, without
 * fees. Moves nothing. Decision 0104.
 * @throws `transaction_not_found`, also for a transaction of another merchant or mode; `transaction_not_reversible`;
 * `transaction_reversed`; `permission_missing` for a caller who could not make the payment back, unless it `isSubmitted`: then its
 * initiator could, and who reads or approves the request needs not
 */
export async function prepareReversal(
  ctx: Context,
  { transactionId, reason }: ReversalInput,
  { isSubmitted = false } = {},
): Promise<PreparedReversal> {
  const row = await findReversible(ctx.db, ctx.tenant.id, transactionId);
  if (!row || row.kind === "bank_booking") throw new Failure("transaction_not_found");
  const { kind: of } = row;
  if (row.status !== "success" || row.reversalOf !== null || !isReversible(of)) {
    throw new Failure("transaction_not_reversible");
  }
  const kind = WAY_BACK[of];
  if (!isSubmitted) assertMayPay(ctx, kind);
  if (row.reversal !== null) throw new Failure("transaction_reversed");
  const narration = reversalTexts.narration(row.reference);
  const movement = {
    kind,
    source: row.destination,
    destination: row.source,
    amount: row.amount,
    description: narration,
    narration,
    note: reason,
    reversalOf: row.id,
    unspent: { day: lagosDay(row.at), amount: row.amount },
  };
  const shared = { transactionId: row.id, reversed: row.reference, reason, narration, kind, movement };
  return { ...shared, ...(await checkReversal(ctx, movement)) };
}

async function checkReversal(ctx: Context, { kind, source, destination, amount }: NewMovement) {
  const [settings, tiers, parties, approval] = await Promise.all([
    findSettings(ctx.db, [ctx.tenant.id]).then((found) => found.get(ctx.tenant.id)),
    findTiers(ctx),
    findAccountParties(ctx.db, ctx.tenant.id, [source, destination]),
    approvalNeeded(ctx, amount),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  const { preview, failures } = previewMovement(
    {
      source: parties.get(source),
      destination: parties.get(destination),
      amount,
      fees: { baseFee: 0n, merchantFee: 0n },
      tiers,
      day: lagosDay(ctx.clock.now()),
      checks: "reversal",
    },
    { failureOf: failureOfReversal(kind), first: refusalsOfSettings(kind, settings) },
  );
  return { preview: { ...preview, approval }, failures };
}

/** The refusals of a reversal that come from settings. Taking a credit back takes money from a customer. Pure. */
export function refusalsOfSettings(
  kind: string,
  { canDebitCustomer, internalTransfers }: { canDebitCustomer: boolean; internalTransfers: boolean },
): Failure[] {
  if (kind === "debit" && !canDebitCustomer) return [new Failure("customer_debit_off")];
  return kind === "transfer" && !internalTransfers ? [new Failure("internal_transfers_off")] : [];
}

/** The failure for a refusal of the ledger, in the words of the payment back. */
export function failureOfReversal(kind: string): (refusal: Refusal) => Failure {
  return kind === "transfer" ? transferFailure : batchOfOneFailure;
}

export function isReversible(kind: string): kind is keyof typeof WAY_BACK {
  return Object.hasOwn(WAY_BACK, kind);
}
