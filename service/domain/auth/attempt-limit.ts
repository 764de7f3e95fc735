import { findLoginFailures, insertLoginFailure, lockLoginTarget } from "../../db/login-failures.ts";
import { inTransaction } from "../../db/pool.ts";
import type { PublicContext } from "../context.ts";
import { assertNotLocked, windowStart } from "./login-throttle.ts";

/**
 * Counts one attempt of this kind from the caller's address, and refuses it beyond `max` in fifteen minutes. For calls before
 * sign-in, where there is no account to count by: guessed codes, registrations, mails that anybody may cause.
 * @throws `login_locked` with `Retry-After`
 */
export async function limitAttempts(
  ctx: Pick<PublicContext, "db" | "clock" | "providers" | "address">,
  kind: string,
  max: number,
): Promise<void> {
  const target = {
    emailHash: ctx.providers.secrets.keyedHash(kind, "attempt"),
    address: ctx.address ?? "unknown",
  };
  await inTransaction(ctx.db, async (tx) => {
    await lockLoginTarget(tx, target);
    const now = ctx.clock.now();
    assertNotLocked(await findLoginFailures(tx, target, { since: windowStart(now), limit: max }), now, max);
    await insertLoginFailure(tx, target, now);
  });
}
