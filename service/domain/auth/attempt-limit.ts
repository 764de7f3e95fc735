import { findLoginFailures, insertLoginFailure, lockLoginTarget } from "../../db/login-failures.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import type { PublicContext } from "../context.ts";
import { assertNotLocked, throttledAddress, windowStart } from "./login-throttle.ts";

type Ctx = Pick<PublicContext, "db" | "clock" | "providers" | "address">;

/**
 * Counts one attempt of this kind from the caller's address, and refuses it beyond `max` in fifteen minutes. For calls before
 * sign-in, where there is no account to count by: guessed codes, registrations, mails that anybody may cause.
 * @throws `login_locked` with `Retry-After`
 */
export async function limitAttempts(ctx: Ctx, kind: string, max: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const attempts = await lockAttempts(tx, ctx, kind, max);
    assertNotLocked(attempts.before, attempts.at, max);
    await attempts.count();
  });
}

/** The same for what is left out rather than refused: whether this attempt is one of the first `max` in fifteen minutes. */
export async function isWithinLimit(tx: Transaction, ctx: Ctx, kind: string, max: number): Promise<boolean> {
  const attempts = await lockAttempts(tx, ctx, kind, max);
  if (attempts.before.length >= max) return false;
  await attempts.count();
  return true;
}

async function lockAttempts(tx: Transaction, ctx: Ctx, kind: string, max: number) {
  const target = {
    emailHash: ctx.providers.secrets.keyedHash(kind, "attempt"),
    address: throttledAddress(ctx.address),
  };
  await lockLoginTarget(tx, target);
  const at = ctx.clock.now();
  const before = await findLoginFailures(tx, target, { since: windowStart(at), limit: max });
  return { at, before, count: () => insertLoginFailure(tx, target, at) };
}
