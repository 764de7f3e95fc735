import { findIssuedAccount, findIssuingBank } from "../../db/payouts/rail-banks.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { bankOf, findBanks } from "./banks.ts";
import { enquireInTurn } from "./enquire-in-turn.ts";

/** The holder of an account at a bank. Rails 2. */
export type BankAccountView = { bankCode: string; bankName: string; accountName: string; accountNumber: string };

/**
 * Asks the bank whose account a number is. Our own numbers are answered from our books. Rails 2.
 * @throws `bank_unknown`, `bank_account_not_found`, `rail_unavailable`, `rail_missing`; `rate_limited` while many look-ups of the merchant wait
 */
export async function getBankAccount(
  ctx: Context,
  { sortCode, accountNumber }: { sortCode: string; accountNumber: string },
): Promise<{ account: BankAccountView }> {
  const issuer = await findIssuingBank(ctx.db);
  if (sortCode === issuer.code) {
    const accountName = await findIssuedAccount(ctx.db, ctx.tenant.id, accountNumber);
    if (accountName === undefined) throw new Failure("bank_account_not_found");
    return { account: { bankCode: issuer.code, bankName: issuer.name, accountName, accountNumber } };
  }
  const bank = bankOf(await findBanks(ctx), sortCode);
  if (!bank) throw new Failure("bank_unknown");
  const enquiry = await enquireInTurn(ctx, { bankCode: bank.code, accountNumber }, "look_up");
  if (enquiry.outcome === "not_found") throw new Failure("bank_account_not_found");
  if (enquiry.outcome === "unavailable") throw new Failure("rail_unavailable", { headers: { "retry-after": "5" } });
  const { accountName } = enquiry;
  return { account: { bankCode: bank.code, bankName: bank.name, accountName, accountNumber } };
}
