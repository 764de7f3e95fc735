import type { MovementPreview } from "../../../../contract/transfers.ts";
import { findParties } from "../../../db/ledger/money-parties.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import { findTransactionByReference } from "../../../db/transactions/transaction-details.ts";
import { koboFromWire } from "../../../ledger/kobo.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Refusal } from "../../../ledger/movement.ts";
import { needsApproval } from "../../approval-fence.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { approvalNeeded } from "../../submissions/approvers.ts";
import { itemFees } from "../../transactions/fees.ts";
import { previewMovement } from "../../transactions/preview-movement.ts";
import { findTiers } from "../../transactions/tiers.ts";
import { refusalOfDebits, takesPin } from "../batch-rules.ts";
import { batchOfOneFailure } from "../refusals.ts";
import type { SingleMoveInput } from "./single-move.ts";

export type SingleMoveKind = "credit" | "debit";

/** Previews a credit of a customer's wallet: its cost, both balances and every reason against it. Moves nothing. Dashboard 9. */
export async function previewCredit(ctx: Context, input: SingleMoveInput): Promise<MovementPreview> {
  return (await checkSingleMove(ctx, "credit", input)).preview;
}

/** Previews a debit of a customer's wallet. Ignores the PIN: otherwise previews could be used to guess it. Dashboard 9. */
export async function previewDebit(ctx: Context, input: SingleMoveInput): Promise<MovementPreview> {
  return (await checkSingleMove(ctx, "debit", input)).preview;
}

/** Previews a debit that awaits approval. Approvals have no PIN. */
export async function previewPendingDebit(ctx: Context, input: SingleMoveInput): Promise<MovementPreview> {
  return (await checkSingleMove(ctx, "debit", input, { mayHavePin: false })).preview;
}

/** The preview of a credit or debit and the failures that it would end with, in the order of the checks. */
export async function checkSingleMove(
  ctx: Context,
  kind: SingleMoveKind,
  input: SingleMoveInput,
  { mayHavePin } = { mayHavePin: takesPin(ctx) && !needsApproval(ctx, koboFromWire(input.amount)) },
): Promise<{ preview: MovementPreview; failures: readonly Failure[] }> {
  const amount = koboFromWire(input.amount);
  const [settings, tiers, parties, approval, used] = await Promise.all([
    findSettings(ctx.db, [ctx.tenant.id]).then((found) => found.get(ctx.tenant.id)),
    findTiers(ctx),
    findParties(ctx.db, ctx.tenant.id, { by: "customer", names: [input.customerId], withMerchant: true }),
    approvalNeeded(ctx, amount),
    input.reference === undefined ? undefined : findTransactionByReference(ctx.db, ctx.tenant.id, input.reference),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  const merchant = parties.find((party) => party.customerId === null);
  const wallet = parties.find((party) => party.customerId !== null);
  const [source, destination] = kind === "credit" ? [merchant, wallet] : [wallet, merchant];
  const off = refusalOfDebits(kind, settings, { takesPin: mayHavePin });
  const isUsed = used?.status === "success";
  const first = [...(off ? [off] : []), ...(isUsed ? [new Failure("reference_exists")] : [])];
  const ceiling = kind === "credit" ? settings.merchantDailyLimit : null;
  const day = lagosDay(ctx.clock.now());
  const movement = { source, destination, amount, fees: itemFees(settings), ceiling, tiers, day };
  const { preview, failures } = previewMovement(movement, { failureOf, first });
  return { preview: { ...preview, approval }, failures };
}

function failureOf(refusal: Refusal): Failure {
  return refusal.code === "account_not_found" ? new Failure("customer_not_found") : batchOfOneFailure(refusal);
}
