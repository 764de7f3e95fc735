import { inTransaction } from "../../db/pool.ts";
import { saveRegistration } from "../../db/registrations.ts";
import { insertUnverifiedUser } from "../../db/users.ts";
import { limitAttempts } from "../auth/attempt-limit.ts";
import type { PublicContext } from "../context.ts";
import { normalisePhoneNumber } from "../customers/phone-number.ts";
import { Failure } from "../failure.ts";
import { newActivationCode, sendActivationCode } from "./activation-code.ts";

const ATTEMPTS = 20;

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
 * Notes a merchant that wants an account and sends the activation code by e-mail and SMS; nothing is opened before the code
 * comes back. Registering again before that replaces what was said. Spec 4.20, wire facts 4.20.
 * @throws `member_exists` for an e-mail that is somebody's already, `login_locked` after 20 attempts from one address
 */
export async function registerMerchant(ctx: PublicContext, input: RegisterMerchantInput): Promise<void> {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  if (!phoneNumber) throw invalidPhone();
  await limitAttempts(ctx, "register", ATTEMPTS);
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  const { firstName, lastName, businessName, businessType } = input;
  const email = input.email.toLowerCase();
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const user = { id: ctx.ids.next(), email, passwordHash, firstName, lastName, phoneNumber, at };
    const userId = await insertUnverifiedUser(tx, user);
    if (!userId) throw new Failure("member_exists");
    const code = await newActivationCode(tx, ctx);
    const { hash: codeHash, expiresAt } = code;
    await saveRegistration(tx, { userId, businessName, businessType, phoneNumber, codeHash, expiresAt, at });
    await sendActivationCode(tx, ctx, { email, phoneNumber, firstName }, code);
  });
}

function invalidPhone(): Failure {
  const message = "must be a Nigerian mobile number, 080… or +23480…";
  return new Failure("validation_failed", {
    message: `phoneNumber ${message}`,
    errors: [{ field: "phoneNumber", message }],
  });
}
