import {
  deleteFailuresOfAccount,
  deleteLoginFailures,
  findFailuresFrom,
  findFailuresOfAccount,
  findLoginFailures,
  insertLoginFailure,
  type LoginTarget,
  lockLoginTarget,
} from "../../../db/auth/login-failures.ts";
import { findSessionAddresses } from "../../../db/auth/sessions.ts";
import { findUserForSignIn, type SignInUserRow } from "../../../db/auth/sign-in.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { QueueFull } from "../../../providers/passwords.ts";
import { Failure } from "../../failure.ts";
import { type LoginCredentials, readingsOf } from "./credentials.ts";
import {
  assertNotLocked,
  assertNotPaused,
  COUNTED_FAILURES,
  dayStart,
  type GuessContext,
  knownCaller,
  MAX_FAILURES,
  MAX_FAILURES_OF_ADDRESS,
  pauseLeft,
  throttledAddress,
  windowStart,
} from "./login-throttle.ts";

/**
 * Returns the person with this e-mail and password, in either reading (decision 0131), or undefined for a wrong pair. A guess is counted before it is
 * checked and forgotten when it was right, so that parallel guesses are all counted, across processes. Callers that the
 * account does not know share one count per day, with growing pauses; devices that have signed in before, sessions and
 * addresses of past sessions have their own. Decisions 0051 and 0077. API 2.
 * @throws `login_locked` after five failures in fifteen minutes, a hundred from the address over all accounts, or in a
 * pause of the account; `unavailable`
 */
export async function guessPassword(
  ctx: GuessContext,
  credentials: LoginCredentials,
): Promise<SignInUserRow | undefined> {
  const target = loginTarget(ctx, credentials.email);
  const attempt = async () => {
    await inTransaction(ctx.db, (tx) => claimGuess(tx, ctx, target, credentials.email));
    const user = await findUserForSignIn(ctx.db, credentials.email);
    // Hashes both readings, with or without a user, so that timing reveals neither the user nor which one was right.
    const areRight: boolean[] = [];
    for (const reading of readingsOf(credentials)) {
      areRight.push(await ctx.providers.passwords.verify(user?.passwordHash ?? null, reading));
    }
    if (!areRight.includes(true)) return undefined;
    await deleteLoginFailures(ctx.db, target);
    return user;
  };
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

/** Ends all pauses of this account, for a person who has proven the e-mail in another way. */
export async function forgetFailures(tx: Transaction, ctx: GuessContext, email: string): Promise<void> {
  await deleteFailuresOfAccount(tx, loginTarget(ctx, email).emailHash);
}

async function claimGuess(tx: Transaction, ctx: GuessContext, target: LoginTarget, email: string): Promise<void> {
  const { emailHash } = target;
  await lockLoginTarget(tx, { emailHash, address: "any" });
  const now = ctx.clock.now();
  const today = { since: dayStart(now), limit: COUNTED_FAILURES };
  assertNotLocked(await findLoginFailures(tx, target, { since: windowStart(now), limit: MAX_FAILURES }), now);
  const isKnown = knownCaller(ctx, email) !== undefined || (await isPastAddress(tx, target, email, now));
  if (isKnown) assertNotPaused(await findLoginFailures(tx, target, today), now);
  await insertLoginFailure(tx, target, now);
}

/**
 * Whether a pause of the account or a lock of the address exists and this person has signed in from the address before:
 * they share an office, an attacker does not. @throws `login_locked` where they have not
 */
async function isPastAddress(tx: Transaction, target: LoginTarget, email: string, now: Date): Promise<boolean> {
  const { address } = target;
  const window = { since: windowStart(now), limit: MAX_FAILURES_OF_ADDRESS };
  const ofAddress = await findFailuresFrom(tx, address, window);
  const ofAccount = await findFailuresOfAccount(tx, target.emailHash, {
    since: dayStart(now),
    limit: COUNTED_FAILURES,
  });
  if (ofAddress.length < MAX_FAILURES_OF_ADDRESS && pauseLeft(ofAccount, now) <= 0) return false;
  const user = await findUserForSignIn(tx, email);
  const past = user ? await findSessionAddresses(tx, user.id) : [];
  if (past.some((one) => throttledAddress(one) === address)) return true;
  assertNotLocked(ofAddress, now, MAX_FAILURES_OF_ADDRESS);
  assertNotPaused(ofAccount, now);
  return false;
}

function loginTarget(ctx: GuessContext, email: string): LoginTarget {
  const address = knownCaller(ctx, email) ?? throttledAddress(ctx.address);
  return { emailHash: ctx.providers.secrets.keyedHash(email, "login"), address };
}
