import type { Beneficiary } from "../../../contract/beneficiaries.ts";
import { findParties } from "../../db/ledger/money-parties.ts";
import { saveBeneficiary } from "../../db/payouts/beneficiaries.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { beneficiaryView } from "./beneficiary-view.ts";
import { getBankAccount } from "./get-bank-account.ts";

/**
 * Saves a bank account with the name that the bank gives now. An account that is saved already gets the present name. Rails 2.
 * @throws `customer_not_found`, and the failures of `getBankAccount`
 */
export async function addBeneficiary(
  ctx: Context,
  input: { sortCode: string; accountNumber: string; customerId?: string | undefined },
): Promise<{ beneficiary: Beneficiary }> {
  const { customerId = null } = input;
  const tenant = ctx.tenant.id;
  const owners = customerId === null ? [] : await findParties(ctx.db, tenant, { by: "customer", names: [customerId] });
  if (customerId !== null && owners.length === 0) throw new Failure("customer_not_found");
  const { account } = await getBankAccount(ctx, input);
  const { bankCode, bankName, accountName: name, accountNumber } = account;
  return await inTransaction(ctx.db, async (tx) => {
    const row = {
      id: ctx.ids.next(),
      customerId,
      name,
      bankCode,
      bankName,
      accountNumber,
      verifiedAt: ctx.clock.now(),
    };
    const saved = await saveBeneficiary(tx, tenant, row);
    const object = { kind: "beneficiary", id: saved.id };
    await recordAudit(tx, ctx, { action: "beneficiary.add", object, after: { ...account, customerId } });
    const payload = { beneficiary: beneficiaryView(saved) };
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}
