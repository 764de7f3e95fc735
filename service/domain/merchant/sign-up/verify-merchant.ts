import { hasEmailConfirmation, saveEmailConfirmation } from "../../../db/auth/email-confirmations.ts";
import {
  countWrongCode,
  deleteRegistrationsOf,
  lockRegistrationOfCode,
  type RegistrationRow,
} from "../../../db/auth/registrations.ts";
import { insertOrRenewUser, insertUserOrFindByEmail } from "../../../db/auth/users.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { hashOfCode } from "../../auth/sign-in/activation-code.ts";
import { limitGuesses } from "../../auth/sign-in/attempt-limit.ts";
import type { Actor, PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { joinTeam } from "../../team/add-member.ts";
import { openMerchant } from "./create-merchant.ts";

/** Wrong codes in fifteen minutes from one address: for one e-mail, or without an e-mail. */
const ATTEMPTS = 10;
/** The same over all e-mails, so that colleagues at one address do not lock each other out. */
const ATTEMPTS_OF_ADDRESS = 100;
/** Wrong codes with the e-mail before the six digits of the text message stop working; the mailed code stays. */
const MAX_WRONG_CODES = 10;

export type VerifyMerchantInput = { activationCode: string; email?: string | undefined };

/**
 * Opens the account of an activation code: the merchant with its ledger accounts, sandbox wallet and keys, and the
 * registered person as MainMerchant. A code works once. The mailed code also confirms the e-mail; after the texted one
 * the account stays unconfirmed until the mailed code follows (`confirmEmail`). Wrong codes are counted per registration
 * where the e-mail is given; nothing is counted over all callers. Decision 0076, API 6, Wire 4.20.
 * @throws `code_invalid` for an unknown, used or expired code; `already_active` for the mailed code of an open account;
 * `login_locked` after ten wrong ones from one address
 */
export async function verifyMerchant(ctx: PublicContext, input: VerifyMerchantInput): Promise<void> {
  const code = { plain: input.activationCode, email: input.email?.toLowerCase() ?? null };
  if (code.email === null) return limitGuesses(ctx, "activate", ATTEMPTS, () => openAccount(ctx, code));
  await limitGuesses(ctx, "activate by e-mail", ATTEMPTS_OF_ADDRESS, () =>
    limitGuesses(ctx, `activate ${code.email}`, ATTEMPTS, () => openAccount(ctx, code)),
  );
}

async function openAccount(ctx: PublicContext, code: { plain: string; email: string | null }): Promise<void> {
  const hash = hashOfCode(ctx, code.plain);
  const isOpen = await inTransaction(ctx.db, async (tx) => {
    const registration = await lockRegistrationOfCode(tx, { hash, email: code.email, maxWrong: MAX_WRONG_CODES });
    if (!registration || registration.expiresAt <= ctx.clock.now()) return false;
    await openMerchantOf(tx, ctx, registration, { isMailed: registration.codeHash.equals(hash) });
    return true;
  });
  if (isOpen) return;
  if (await hasEmailConfirmation(ctx.db, hash)) throw new Failure("already_active");
  if (code.email !== null) await countWrongCode(ctx.db, code.email);
  throw new Failure("code_invalid");
}

async function openMerchantOf(
  tx: Transaction,
  ctx: PublicContext,
  registration: RegistrationRow,
  { isMailed }: { isMailed: boolean },
): Promise<void> {
  const { email, firstName } = registration;
  const userId = isMailed ? await confirmedUser(tx, ctx, registration) : await newUser(tx, ctx, registration);
  await deleteRegistrationsOf(tx, email);
  await openMerchant(tx, { ...ctx, actor: registrant(userId, firstName) }, registration, (inSandbox) =>
    joinTeam(tx, inSandbox, {
      userId,
      email,
      role: { name: "MainMerchant" },
      roleName: "MainMerchant",
      approvalLimit: null,
    }),
  );
}

async function confirmedUser(tx: Transaction, ctx: PublicContext, registration: RegistrationRow): Promise<string> {
  const at = ctx.clock.now();
  const userId = await insertOrRenewUser(tx, { ...registration, verifiedAt: at, emailConfirmedAt: at, at });
  if (!userId) throw new Failure("code_invalid");
  return userId;
}

/** The texted code opens an account for a new user only. The mailed code keeps working: it confirms the e-mail. */
async function newUser(tx: Transaction, ctx: PublicContext, registration: RegistrationRow): Promise<string> {
  const at = ctx.clock.now();
  const { id, codeHash, sentAt, expiresAt } = registration;
  const user = { ...registration, verifiedAt: at, emailConfirmedAt: null, at };
  if ((await insertUserOrFindByEmail(tx, user)) !== id) throw new Failure("code_invalid");
  await saveEmailConfirmation(tx, { userId: id, codeHash, sentAt, expiresAt });
  return id;
}

/** The actor in the audit log while there is no member yet. */
function registrant(userId: string, name: string): Actor {
  return { kind: "platform", id: userId, name: `Registration of ${name}` };
}
