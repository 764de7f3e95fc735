import type { BankCreditDetails } from "../../../contract/bank-credits.ts";
import { holdsPermission } from "../../../contract/permissions.ts";
import { type BankCreditRow, findBankCredit } from "../../db/bank-credits/bank-credits.ts";
import { findParties } from "../../db/ledger/money-parties.ts";
import { checkMovement } from "../../ledger/check-movement.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { findTiers } from "../transactions/tiers.ts";
import { bankCreditView } from "./bank-credit-view.ts";
import { isSenderKnown, obstacleOf } from "./resolution.ts";

/** Returns a bank credit with what stands against its wallet now. Rails 5. @throws `bank_credit_not_found` */
export async function getBankCredit(ctx: Context, { id }: { id: string }): Promise<BankCreditDetails> {
  const row = await findBankCredit(ctx.db, ctx.tenant.id, id);
  if (!row) throw new Failure("bank_credit_not_found");
  const isOpen = row.state === "suspended" && mayResolve(ctx);
  const obstacle = row.state === "suspended" ? await findObstacle(ctx, row) : null;
  const canReturn = isOpen && isSenderKnown(row);
  return { ...bankCreditView(row), obstacle, viewer: { canCredit: isOpen, canReturn } };
}

function mayResolve({ actor }: Context): boolean {
  return actor.kind === "member" && holdsPermission(actor.permissions, "MANAGE_BALANCE_SETTLEMENT");
}

/** The first reason against crediting the wallet of the credit, in words, or null. The ledger decides again when it posts. */
async function findObstacle(
  ctx: Context,
  { accountNumber, customerId, amount }: BankCreditRow,
): Promise<string | null> {
  if (accountNumber === null) return null;
  const names = customerId === null ? [] : [accountNumber];
  const [parties, tiers] = await Promise.all([
    findParties(ctx.db, ctx.tenant.id, { by: "account", names, withMerchant: customerId === null }),
    findTiers(ctx),
  ]);
  const account = parties[0]?.account;
  // The money comes from an internal account, which has no limits and enough balance.
  const source = account && { ...account, id: -1n, kind: "inbound_suspense" as const, tier: null, balance: amount };
  const day = lagosDay(ctx.clock.now());
  const open = source && { ...source, frozen: false, postNoCredit: false };
  const [refusal] = checkMovement(open, account, { amount, fees: 0n, day, tiers });
  return refusal ? obstacleOf(refusal).message : null;
}
