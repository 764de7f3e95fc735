import type { MovementPreview } from "../../../contract/transfers.ts";
import { findParties } from "../../db/ledger/money-parties.ts";
import { findMoneySettings } from "../../db/ledger/money-settings.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Refusal } from "../../ledger/movement.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approvalNeeded } from "../submissions/approvers.ts";
import { transferFees } from "../transactions/fees.ts";
import { previewMovement } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { transferFailure } from "./refusals.ts";
import {
  type AccountTransfer,
  betweenAccounts,
  betweenCustomers,
  type CustomerTransfer,
  nameOf,
  type TransferRequest,
} from "./transfer-request.ts";

/**
 * Previews a transfer between two customers: its cost, both balances and every reason against it. Moves nothing. `approval` says
 * whether the caller's transfer would need approval, and by whom. API 4, Dashboard 9.
 */
export async function previewTransfer(ctx: Context, input: CustomerTransfer): Promise<MovementPreview> {
  return (await checkTransfer(ctx, betweenCustomers(input))).preview;
}

/** Previews a transfer between two account numbers. API 4. */
export async function previewAccountTransfer(ctx: Context, input: AccountTransfer): Promise<MovementPreview> {
  return (await checkTransfer(ctx, betweenAccounts(input))).preview;
}

/** The preview of a transfer and the failures that it would end with, in the order of the checks. */
export async function checkTransfer(
  ctx: Context,
  { by, from, to, amount }: TransferRequest,
): Promise<{ preview: MovementPreview; failures: readonly Failure[] }> {
  const [settings, tiers, parties, approval] = await Promise.all([
    findMoneySettings(ctx.db, ctx.tenant.id),
    findTiers(ctx),
    findParties(ctx.db, ctx.tenant.id, { by, names: [from, to] }),
    approvalNeeded(ctx, koboFromWire(amount)),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  const first = settings.internalTransfers ? [] : [new Failure("internal_transfers_off")];
  const movement = {
    source: parties.find((party) => nameOf(by, party) === from),
    destination: parties.find((party) => nameOf(by, party) === to),
    amount: koboFromWire(amount),
    fees: transferFees(settings),
    tiers,
    day: lagosDay(ctx.clock.now()),
  };
  // The same name on both sides is `same_wallet` even if it is unknown: API 4 fixes this order.
  const failureOf = (refusal: Refusal) => (from === to ? new Failure("same_wallet") : transferFailure(refusal));
  const { preview, failures } = previewMovement(movement, { failureOf, first });
  return { preview: { ...preview, approval }, failures };
}
