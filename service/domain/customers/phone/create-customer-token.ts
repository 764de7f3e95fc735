import { findCustomerIdentity } from "../../../db/customers/customer-identity.ts";
import { insertCustomerToken } from "../../../db/customers/customer-tokens.ts";
import { inTransaction } from "../../../db/pool.ts";
import { hashOfToken, newToken } from "../../auth/sessions/tokens.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

const TOKEN_LIFETIME_MINUTES = 15;

/**
 * Creates a token that grants one customer access to phone verification only. Only the token's hash is stored. Api 2,
 * 3.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function createCustomerToken(
  ctx: Context,
  { customerId }: { customerId: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken("customer");
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + TOKEN_LIFETIME_MINUTES * 60_000);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await findCustomerIdentity(tx, ctx.tenant.id, customerId))) throw new Failure("customer_not_found");
    await insertCustomerToken(tx, ctx.tenant.id, { hash: hashOfToken(token), customerId, at, expiresAt });
    await recordAudit(tx, ctx, {
      action: "customer.create_token",
      object: { kind: "customer", id: customerId },
      after: { expiresAt },
    });
  });
  return { token, expiresAt };
}
