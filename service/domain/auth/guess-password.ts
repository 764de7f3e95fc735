import {
  deleteLoginFailures,
  findLoginFailures,
  insertLoginFailure,
  type LoginTarget,
  lockLoginTarget,
} from "../../db/login-failures.ts";
import { inTransaction } from "../../db/pool.ts";
import { findUserForSignIn, type SignInUserRow } from "../../db/sign-in.ts";
import { TooManyWaiting } from "../../providers/passwords.ts";
import type { PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import type { LoginCredentials } from "./credentials.ts";
import { assertNotLocked, MAX_FAILURES, throttledAddress, windowStart } from "./login-throttle.ts";

/**
 * The person whose e-mail and password these are, undefined for a wrong pair. One attempt at a time per account and address,
 * here and in other processes, so that parallel guesses are all counted. Api 2.
 * @throws `login_locked` after five failures in fifteen minutes, `unavailable`
 */
export async function guessPassword(
  ctx: Pick<PublicContext, "db" | "clock" | "providers" | "address">,
  credentials: LoginCredentials,
): Promise<SignInUserRow | undefined> {
  const target = loginTarget(ctx, credentials.email);
  const attempt = () =>
    inTransaction(ctx.db, async (tx) => {
      await lockLoginTarget(tx, target);
      const now = ctx.clock.now();
      assertNotLocked(await findLoginFailures(tx, target, { since: windowStart(now), limit: MAX_FAILURES }), now);
      const user = await findUserForSignIn(tx, credentials.email);
      // Checked with or without a user: the time it takes tells nothing.
      const isRight = await ctx.providers.passwords.verify(user?.passwordHash ?? null, credentials.password);
      if (isRight) await deleteLoginFailures(tx, target);
      else await insertLoginFailure(tx, target, now);
      return isRight ? user : undefined;
    });
  try {
    return await ctx.providers.passwords.inTurn(`${target.emailHash.toString("base64")} ${target.address}`, attempt);
  } catch (error) {
    if (error instanceof TooManyWaiting) throw new Failure("unavailable", { headers: { "retry-after": "2" } });
    throw error;
  }
}

function loginTarget(ctx: Pick<PublicContext, "providers" | "address">, email: string): LoginTarget {
  return { emailHash: ctx.providers.secrets.keyedHash(email, "login"), address: throttledAddress(ctx.address) };
}
