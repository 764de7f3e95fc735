import { inTransaction } from "../../db/pool.ts";
import { deleteRegistrationsOf, lockRegistrationOfCode } from "../../db/registrations.ts";
import { insertUser } from "../../db/users.ts";
import { limitAttempts } from "../auth/attempt-limit.ts";
import type { Actor, PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { joinTeam } from "../team/add-member.ts";
import { hashOfCode } from "./activation-code.ts";
import { openMerchant } from "./create-merchant.ts";

const ATTEMPTS = 10;
/** From everywhere together: six digits are not to be guessed from many addresses either. */
const ATTEMPTS_OF_ALL = 200;

/**
 * Opens the account of an activation code: the merchant with its books, sandbox wallet and keys, and whoever registered as its
 * MainMerchant. A code works once. Api 6, wire facts 4.20.
 * @throws `code_invalid` for one that is unknown, used or expired; `login_locked` after ten attempts from one address
 */
export async function verifyMerchant(ctx: PublicContext, input: { activationCode: string }): Promise<void> {
  await limitAttempts(ctx, "activate", ATTEMPTS);
  await limitAttempts({ ...ctx, address: "any" }, "activate", ATTEMPTS_OF_ALL);
  await inTransaction(ctx.db, async (tx) => {
    const registration = await lockRegistrationOfCode(tx, hashOfCode(ctx, input.activationCode));
    const at = ctx.clock.now();
    if (!registration || registration.expiresAt <= at) throw new Failure("code_invalid");
    const { id, email } = registration;
    if (!(await insertUser(tx, { ...registration, verifiedAt: at, at }))) throw new Failure("code_invalid");
    await deleteRegistrationsOf(tx, email);
    await openMerchant(tx, { ...ctx, actor: registrant(id, registration.firstName) }, registration, (inSandbox) =>
      joinTeam(tx, inSandbox, {
        userId: id,
        email,
        role: { name: "MainMerchant" },
        roleName: "MainMerchant",
        approvalLimit: null,
      }),
    );
  });
}

/** Who the audit log names while there is no member yet. */
function registrant(userId: string, name: string): Actor {
  return { kind: "platform", id: userId, name: `Registration of ${name}` };
}
