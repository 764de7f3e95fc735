import { inTransaction } from "../../db/pool.ts";
import { insertRegistration } from "../../db/registrations.ts";
import { hasUser } from "../../db/users.ts";
import { limitAttempts } from "../auth/attempt-limit.ts";
import type { PublicContext } from "../context.ts";
import { normalisePhoneNumber } from "../customers/phone-number.ts";
import { Failure } from "../failure.ts";
import { newActivationCode, sendActivationCode } from "./activation-code.ts";

const ATTEMPTS = 20;
/** To one e-mail in fifteen minutes, whoever asks. */
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
 * Notes a merchant that wants an account and sends the activation code by e-mail and SMS; nothing is opened before the code
 * comes back. Each attempt has a code of its own, and the code decides whose password opens the account. Spec 4.20, wire facts 4.20.
 * @throws `member_exists` for an e-mail that is somebody's already, `login_locked` after 20 attempts from one address or five for one e-mail
 */
export async function registerMerchant(ctx: PublicContext, input: RegisterMerchantInput): Promise<void> {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  if (!phoneNumber) throw invalidPhone();
  const email = input.email.toLowerCase();
  await limitAttempts(ctx, "register", ATTEMPTS);
  await limitAttempts({ ...ctx, address: "any" }, `register ${email}`, MAILS);
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  const { firstName, lastName, businessName, businessType } = input;
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    if (await hasUser(tx, email)) throw new Failure("member_exists");
    const code = await newActivationCode(tx, ctx);
    const person = { email, passwordHash, firstName, lastName, phoneNumber, businessName, businessType };
    const { hash: codeHash, expiresAt } = code;
    await insertRegistration(tx, { id: ctx.ids.next(), ...person, codeHash, expiresAt, at });
    await sendActivationCode(tx, ctx, person, code);
  });
}

function invalidPhone(): Failure {
  const message = "must be a Nigerian mobile number, 080… or +23480…";
  return new Failure("validation_failed", {
    message: `phoneNumber ${message}`,
    errors: [{ field: "phoneNumber", message }],
  });
}
