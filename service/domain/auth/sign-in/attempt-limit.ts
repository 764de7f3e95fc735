import {
  deleteLoginFailure,
  findLoginFailures,
  insertLoginFailure,
  type LoginTarget,
  lockLoginTarget,
} from "../../../db/auth/login-failures.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { assertNotLocked, throttledAddress, windowStart } from "./login-throttle.ts";

type Ctx = Pick<PublicContext, "db" | "clock" | "providers" | "address">;

/**
 * Counts one attempt of this kind from the caller's address and refuses it beyond `max` in fifteen minutes. For calls
 * without an account to count by: registrations, and requests that send mail.
 * @throws `login_locked` with `Retry-After`
 */
export async function limitAttempts(ctx: Ctx, kind: string, max: number): Promise<void> {
  await inTransaction(ctx.db, (tx) => countAttempt(tx, ctx, kind, max));
}

/**
 * The same for guesses at a code. A correct code does not count, so that twenty people in one office can join a team
 * on one morning; neither does one with another field that is not valid.
 */
export async function limitGuesses<T>(ctx: Ctx, kind: string, max: number, guess: () => Promise<T>): Promise<T> {
  const { target, at } = await inTransaction(ctx.db, (tx) => countAttempt(tx, ctx, kind, max));
  const forget = () => deleteLoginFailure(ctx.db, target, at);
  const result = await guess().catch(async (error) => {
    if (error instanceof Failure && error.code === "validation_failed") await forget();
    throw error;
  });
  await forget();
  return result;
}

/**
 * The same for actions that are skipped instead of refused: whether this attempt is among the first `max` in fifteen
 * minutes.
 */
export async function isWithinLimit(tx: Transaction, ctx: Ctx, kind: string, max: number): Promise<boolean> {
  const { target, at, before } = await lockAttempts(tx, ctx, kind, max);
  if (before.length >= max) return false;
  await insertLoginFailure(tx, target, at);
  return true;
}

async function countAttempt(tx: Transaction, ctx: Ctx, kind: string, max: number) {
  const { target, at, before } = await lockAttempts(tx, ctx, kind, max);
  assertNotLocked(before, at, max);
  await insertLoginFailure(tx, target, at);
  return { target, at };
}

async function lockAttempts(tx: Transaction, ctx: Ctx, kind: string, max: number) {
  const target: LoginTarget = {
    emailHash: ctx.providers.secrets.keyedHash(kind, "attempt"),
    // Prefixed, because the plain address counts failed sign-ins over all accounts.
    address: `attempts ${throttledAddress(ctx.address)}`,
  };
  await lockLoginTarget(tx, target);
  const at = ctx.clock.now();
  return { target, at, before: await findLoginFailures(tx, target, { since: windowStart(at), limit: max }) };
}
