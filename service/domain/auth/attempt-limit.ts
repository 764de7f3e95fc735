import {
  deleteLoginFailure,
  findLoginFailures,
  insertLoginFailure,
  type LoginTarget,
  lockLoginTarget,
} from "../../db/auth/login-failures.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import type { PublicContext } from "../context.ts";
import { assertNotLocked, throttledAddress, windowStart } from "./login-throttle.ts";

type Ctx = Pick<PublicContext, "db" | "clock" | "providers" | "address">;

/**
 * Counts one attempt of this kind from the caller's address, and refuses it beyond `max` in fifteen minutes. For calls before
 * sign-in, where there is no account to count by: registrations, mails that anybody may cause.
 * @throws `login_locked` with `Retry-After`
 */
export async function limitAttempts(ctx: Ctx, kind: string, max: number): Promise<void> {
  await inTransaction(ctx.db, (tx) => countAttempt(tx, ctx, kind, max));
}

/** The same for guesses at a code. The right one was no guess and does not count: twenty people in one office join a team on one morning. */
export async function limitGuesses<T>(ctx: Ctx, kind: string, max: number, guess: () => Promise<T>): Promise<T> {
  const { target, at } = await inTransaction(ctx.db, (tx) => countAttempt(tx, ctx, kind, max));
  const result = await guess();
  await deleteLoginFailure(ctx.db, target, at);
  return result;
}

/** The same for what is left out rather than refused: whether this attempt is one of the first `max` in fifteen minutes. */
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
    // Not the address alone: those are counted over all accounts that somebody fails to sign in to from there.
    address: `attempts ${throttledAddress(ctx.address)}`,
  };
  await lockLoginTarget(tx, target);
  const at = ctx.clock.now();
  return { target, at, before: await findLoginFailures(tx, target, { since: windowStart(at), limit: max }) };
}
