import type { PayoutPreflightResult } from "../../../../contract/payout-batches.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { AT_SUBMISSION, type ItemRequest, itemCharges, itemWarnings, prepareItems } from "./prepare-items.ts";

/**
 * Checks items before their batch is sent: bank, holder's name, charges, and the reason for which each would be rejected now. The
 * merchant's balance and limits concern the whole batch and are not checked. Moves and stores nothing. Rails 2.
 */
export async function preflightItems(ctx: Context, requests: readonly ItemRequest[]): Promise<PayoutPreflightResult[]> {
  const { items } = await prepareItems(ctx, requests, AT_SUBMISSION);
  return items.map((item) => {
    const { bank, accountName, nameMatch, charges, amount, failure } = item;
    return {
      bank: bank ? { code: bank.code, name: bank.name } : null,
      accountName,
      nameMatch,
      fee: koboToWire(charges.fee),
      vat: koboToWire(charges.vat),
      duty: koboToWire(charges.duty),
      total: koboToWire(amount + itemCharges(item)),
      reason: failure && { code: failure.code, message: failure.message },
      warnings: itemWarnings(item),
    };
  });
}
