import { lockPhoneCode, updatePhoneCodeAttempts, updatePhoneVerified } from "../../../db/customers/customer-tokens.ts";
import { lockCustomer } from "../../../db/customers/customers.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { hashPhoneCode, isSameCode, MAX_ATTEMPTS } from "./phone-code.ts";

/**
 * Verifies the calling customer's phone with the code sent to it. A code works once, only for the number it was sent
 * to, and allows five attempts in total, concurrent ones included. Spec 4.17, api 3.
 * @throws `code_expired`, `code_wrong`, `code_used_up`.
 */
export async function completePhoneVerification(ctx: Context, { code }: { code: string }): Promise<void> {
  const refusal = await inTransaction(ctx.db, (tx) => tryCode(tx, ctx, code));
  if (refusal) throw refusal;
}

/** Returns the failure instead of throwing it, so that a wrong attempt is committed. */
async function tryCode(tx: Transaction, ctx: Context, code: string): Promise<Failure | null> {
  const { id: customerId } = ctx.actor;
  const tenant = ctx.tenant.id;
  const at = ctx.clock.now();
  const customer = await lockCustomer(tx, tenant, customerId);
  const sent = customer && (await lockPhoneCode(tx, tenant, customerId));
  if (!sent || sent.expiresAt <= at || sent.phoneNumber !== customer.phoneNumber) return new Failure("code_expired");
  if (sent.attempts >= MAX_ATTEMPTS) return new Failure("code_used_up");
  const isRight = isSameCode(hashPhoneCode(ctx.providers.secrets, { tenant, customerId, code }), sent.codeHash);
  if (isRight) await updatePhoneVerified(tx, tenant, customerId, at);
  else await updatePhoneCodeAttempts(tx, tenant, customerId);
  await recordAudit(tx, ctx, {
    action: isRight ? "customer.verify_phone" : "customer.verify_phone_failed",
    object: { kind: "customer", id: customerId },
    before: { isPhoneVerified: false },
    after: isRight ? { isPhoneVerified: true } : { tries: sent.attempts + 1 },
  });
  return isRight ? null : new Failure("code_wrong");
}
