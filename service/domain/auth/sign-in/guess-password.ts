import {
  deleteLoginFailures,
  findFailuresFrom,
  findLoginFailures,
  insertLoginFailure,
  type LoginTarget,
  lockLoginTarget,
} from "../../../db/auth/login-failures.ts";
import { findSessionAddresses } from "../../../db/auth/sessions.ts";
import { findUserForSignIn, type SignInUserRow } from "../../../db/auth/sign-in.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { QueueFull } from "../../../providers/passwords.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { LoginCredentials } from "./credentials.ts";
import {
  assertNotLocked,
  MAX_FAILURES,
  MAX_FAILURES_OF_ADDRESS,
  throttledAddress,
  windowStart,
} from "./login-throttle.ts";

type Ctx = Pick<PublicContext, "db" | "clock" | "providers" | "address">;

/**
 * Returns the person with this e-mail and password, or undefined for a wrong pair. Checks one attempt at a time per
 * account and address, across processes, so that parallel guesses are all counted. API 2.
 * @throws `login_locked` after five failures in fifteen minutes, or a hundred from the address over all accounts;
 * `unavailable`
 */
export async function guessPassword(ctx: Ctx, credentials: LoginCredentials): Promise<SignInUserRow | undefined> {
  const target = loginTarget(ctx, credentials.email);
  const attempt = () =>
    inTransaction(ctx.db, async (tx) => {
      await lockLoginTarget(tx, target);
      const now = ctx.clock.now();
      assertNotLocked(await findLoginFailures(tx, target, { since: windowStart(now), limit: MAX_FAILURES }), now);
      const user = await findUserForSignIn(tx, credentials.email);
      await assertAddressOpen(tx, target.address, user, now);
      // Hashes with or without a user, so that timing reveals nothing.
      const isRight = await ctx.providers.passwords.verify(user?.passwordHash ?? null, credentials.password);
      if (isRight) await deleteLoginFailures(tx, target);
      else await insertLoginFailure(tx, target, now);
      return isRight ? user : undefined;
    });
  try {
    return await ctx.providers.passwords.runLimited(
      `${target.emailHash.toString("base64")} ${target.address}`,
      attempt,
    );
  } catch (error) {
    if (error instanceof QueueFull) throw new Failure("unavailable", { headers: { "retry-after": "2" } });
    throw error;
  }
}

/**
 * Resets the count of this account's failures from this address, for a person who has proven the e-mail in another
 * way.
 */
export async function forgetFailures(tx: Transaction, ctx: Ctx, email: string): Promise<void> {
  await deleteLoginFailures(tx, loginTarget(ctx, email));
}

/**
 * A locked address stays open to people who have signed in from it before: they share an office, an attacker does not.
 */
async function assertAddressOpen(
  tx: Transaction,
  address: string,
  user: SignInUserRow | undefined,
  now: Date,
): Promise<void> {
  const failures = await findFailuresFrom(tx, address, { since: windowStart(now), limit: MAX_FAILURES_OF_ADDRESS });
  if (failures.length < MAX_FAILURES_OF_ADDRESS) return;
  const known = user ? await findSessionAddresses(tx, user.id) : [];
  if (!known.some((one) => throttledAddress(one) === address)) assertNotLocked(failures, now, MAX_FAILURES_OF_ADDRESS);
}

function loginTarget(ctx: Ctx, email: string): LoginTarget {
  return { emailHash: ctx.providers.secrets.keyedHash(email, "login"), address: throttledAddress(ctx.address) };
}
