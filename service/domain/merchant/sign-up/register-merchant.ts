import { fieldProblems } from "../../../../contract/texts/field-problems.ts";
import { insertRegistration } from "../../../db/auth/registrations.ts";
import { hasMember } from "../../../db/auth/users.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { assertGoodPassword } from "../../auth/passwords/check-new-password.ts";
import { CODE_HOURS, newActivationCodes, sendActivationCodes } from "../../auth/sign-in/activation-code.ts";
import { limitAttempts } from "../../auth/sign-in/attempt-limit.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";

const ATTEMPTS = 100;
/** Registration limit per e-mail in fifteen minutes. */
const MAILS = 5;

export type RegisterMerchantInput = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  phoneNumber: string;
  businessName: string;
  businessType: string;
};

/**
 * Records a registration and sends one activation code by e-mail and another by SMS; nothing opens before one comes back.
 * Each attempt has its own codes, and the code decides whose password opens the account. The owner of an e-mail that is
 * already a member gets a mail instead; the answer is the same. Spec 4.20, Wire 4.20.
 * @throws `validation_failed` for a phone number or a password that is easy to guess; `login_locked` after 100 attempts from one address or five for one e-mail
 */
export async function registerMerchant(ctx: PublicContext, input: RegisterMerchantInput): Promise<void> {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  if (!phoneNumber) throw invalidPhone();
  const email = input.email.toLowerCase();
  await assertGoodPassword(input.password, { email, businessNames: [input.businessName] });
  await limitAttempts(ctx, "register", ATTEMPTS);
  await limitAttempts({ ...ctx, address: "any" }, `register ${email}`, MAILS);
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  const { firstName, lastName, businessName, businessType } = input;
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    if (await hasMember(tx, email)) return await notifyOwner(tx, ctx, email);
    const codes = await newActivationCodes(tx, ctx, email);
    const person = { email, passwordHash, firstName, lastName, phoneNumber, businessName, businessType };
    const hashes = { codeHash: codes.mail.hash, smsCodeHash: codes.sms?.hash ?? null };
    await insertRegistration(tx, { id: ctx.ids.next(), ...person, ...hashes, expiresAt: codes.expiresAt, at });
    await sendActivationCodes(tx, ctx, person, codes);
  });
}

async function notifyOwner(tx: Transaction, ctx: PublicContext, email: string): Promise<void> {
  const where = ctx.dashboardUrl ? `\n\n${ctx.dashboardUrl}/login\n${ctx.dashboardUrl}/forgot` : "";
  await queueMessage(tx, ctx, {
    tenant: null,
    channel: "email",
    to: email,
    subject: "You have an account already",
    text: `Hello,\n\nsomebody, perhaps you, asked for a new account with this e-mail. You have one already: sign in, or reset your password if you have forgotten it.${where}\n\nIf it was not you, ignore this mail: nothing has changed.`,
    goodUntil: new Date(ctx.clock.now().getTime() + CODE_HOURS * 3_600_000),
  });
}

function invalidPhone(): Failure {
  const message = fieldProblems.mobileNumber;
  return new Failure("validation_failed", {
    message: `phoneNumber ${message}`,
    errors: [{ field: "phoneNumber", message }],
  });
}
