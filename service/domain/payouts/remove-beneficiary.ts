import { removeBeneficiaryRow } from "../../db/payouts/beneficiaries.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

/** Removes a saved bank account. Payouts to it stay as they are. Rails 2. @throws `beneficiary_not_found` */
export async function removeBeneficiary(ctx: Context, { id }: { id: string }): Promise<object> {
  return await inTransaction(ctx.db, async (tx) => {
    const row = await removeBeneficiaryRow(tx, ctx.tenant.id, id);
    if (!row) throw new Failure("beneficiary_not_found");
    const { name, bankCode, accountNumber, customerId } = row;
    const before = { name, bankCode, accountNumber, customerId };
    await recordAudit(tx, ctx, { action: "beneficiary.remove", object: { kind: "beneficiary", id }, before });
    return {};
  });
}
