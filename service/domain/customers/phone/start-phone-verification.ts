import { customerTexts } from "../../../../contract/texts/customers.ts";
import { lockPhoneCode, upsertPhoneCode } from "../../../db/customers/customer-tokens.ts";
import { lockCustomer } from "../../../db/customers/customers.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { spendSmsQuota } from "../../messages/sms-quota.ts";
import { recordAudit } from "../../record-audit.ts";
import { CODE_MINUTES, countCode, hashPhoneCode, newPhoneCode } from "./phone-code.ts";

/**
 * Sends the calling customer a six-digit code, valid for ten minutes; it replaces the previous code. Spec 4.17, api 3.
 * In SANDBOX no text message leaves, so the answer carries the code.
 * @throws `phone_verified`; `code_too_soon`, `sms_quota_exceeded` with `Retry-After`.
 */
export async function startPhoneVerification(ctx: Context): Promise<{ expiresAt: Date; code?: string }> {
  const { id: customerId } = ctx.actor;
  const tenant = ctx.tenant.id;
  return await inTransaction(ctx.db, async (tx) => {
    const customer = await lockCustomer(tx, tenant, customerId);
    if (!customer) throw new Failure("customer_not_found");
    if (customer.isPhoneVerified) throw new Failure("phone_verified");
    const at = ctx.clock.now();
    const count = countCode(await lockPhoneCode(tx, tenant, customerId), at);
    const code = newPhoneCode();
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * 60_000);
    const { phoneNumber } = customer;
    const codeHash = hashPhoneCode(ctx.providers.secrets, { tenant, customerId, code });
    await upsertPhoneCode(tx, tenant, customerId, { ...count, phoneNumber, codeHash, sentAt: at, expiresAt });
    const isSandbox = ctx.tenant.mode === "SANDBOX";
    if (!isSandbox) await spendSmsQuota(tx, ctx, phoneNumber);
    await queueMessage(tx, ctx, {
      tenant: ctx.tenant,
      channel: "sms",
      to: phoneNumber,
      subject: customerTexts.phoneCodeSubject,
      text: customerTexts.phoneCode(code, CODE_MINUTES),
      goodUntil: expiresAt,
      isSandbox,
    });
    await recordAudit(tx, ctx, {
      action: "customer.send_phone_code",
      object: { kind: "customer", id: customerId },
      after: { expiresAt, sentInADay: count.sent },
    });
    return isSandbox ? { expiresAt, code } : { expiresAt };
  });
}
