import {
  deleteLoginFailures,
  findLoginFailures,
  insertLoginFailure,
  lockLoginTarget,
} from "../../db/login-failures.ts";
import { inTransaction } from "../../db/pool.ts";
import { findMemberships, findUserForSignIn, type SignInUserRow } from "../../db/sign-in.ts";
import { TooManyWaiting } from "../../providers/passwords.ts";
import type { PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { type LoginCredentials, readCredentials } from "./credentials.ts";
import { assertNotLocked, MAX_FAILURES, windowStart } from "./login-throttle.ts";
import { channelOf, roleOf } from "./membership.ts";
import { openSession } from "./open-session.ts";
import { type SessionReply, sessionReply } from "./session-reply.ts";

export type LoginInput = LoginCredentials & { channel: "dashboard" | "api"; userAgent: string | null };
export type LoginResult = { requiresVerification: true } | SessionReply;

/**
 * Signs a member in: a new session with its first pair of tokens. `channel` is what was asked for; members who are neither
 * MainMerchant nor Admin always get a dashboard session. An unverified account gets no tokens. Api 2, wire facts 4.20.
 * @throws `wrong_login` for an unknown e-mail as for a wrong password, after the same work; `login_locked`; `unavailable`.
 */
export async function logIn(ctx: PublicContext, input: LoginInput): Promise<LoginResult> {
  const user = await checkPassword(ctx, readCredentials(input) ?? { email: input.email, password: "" });
  if (!user.verifiedAt) return { requiresVerification: true };
  const memberships = await findMemberships(ctx.db, user.id);
  const membership = memberships[0];
  if (!membership) throw new Failure("wrong_login");
  const { role } = roleOf({ roleName: membership.role, permissions: membership.permissions });
  const pair = await openSession(ctx, membership, { ...input, channel: channelOf(role, input.channel) });
  return sessionReply(membership, memberships, pair);
}

/** One attempt at a time per account and address, here and in other processes, so that parallel guesses are all counted. */
async function checkPassword(ctx: PublicContext, credentials: LoginCredentials): Promise<SignInUserRow> {
  const target = {
    emailHash: ctx.providers.secrets.keyedHash(credentials.email, "login"),
    address: ctx.address ?? "unknown",
  };
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
  const user = await inTurn(ctx, `${target.emailHash.toString("base64")} ${target.address}`, attempt);
  if (!user) throw new Failure("wrong_login");
  return user;
}

async function inTurn<T>(ctx: PublicContext, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await ctx.providers.passwords.inTurn(key, work);
  } catch (error) {
    if (error instanceof TooManyWaiting) throw new Failure("unavailable", { headers: { "retry-after": "2" } });
    throw error;
  }
}
