import { deleteRegistrationsOf, lockRegistrationOfCode } from "../../../db/auth/registrations.ts";
import { insertOrRenewUser } from "../../../db/auth/users.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { hashOfCode } from "../../auth/sign-in/activation-code.ts";
import { limitGuesses } from "../../auth/sign-in/attempt-limit.ts";
import type { Actor, PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { joinTeam } from "../../team/add-member.ts";
import { openMerchant } from "./create-merchant.ts";

const ATTEMPTS = 10;
/** Counted over all addresses: six digits must not be guessable from many addresses either. */
const ATTEMPTS_OF_ALL = 200;

/**
 * Opens the account of an activation code: the merchant with its ledger accounts, sandbox wallet and keys, and the
 * registered person as MainMerchant. A code works once. API 6, Wire 4.20.
 * @throws `code_invalid` for an unknown, used or expired code; `login_locked` after ten wrong ones from one address
 */
export async function verifyMerchant(ctx: PublicContext, input: { activationCode: string }): Promise<void> {
  const everywhere = { ...ctx, address: "any" };
  await limitGuesses(ctx, "activate", ATTEMPTS, () =>
    limitGuesses(everywhere, "activate", ATTEMPTS_OF_ALL, () =>
      inTransaction(ctx.db, (tx) => openAccount(tx, ctx, input.activationCode)),
    ),
  );
}

async function openAccount(tx: Transaction, ctx: PublicContext, activationCode: string): Promise<void> {
  const registration = await lockRegistrationOfCode(tx, hashOfCode(ctx, activationCode));
  const at = ctx.clock.now();
  if (!registration || registration.expiresAt <= at) throw new Failure("code_invalid");
  const { email, firstName } = registration;
  const userId = await insertOrRenewUser(tx, { ...registration, verifiedAt: at, at });
  if (!userId) throw new Failure("code_invalid");
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

/** The actor in the audit log while there is no member yet. */
function registrant(userId: string, name: string): Actor {
  return { kind: "platform", id: userId, name: `Registration of ${name}` };
}
