import ipaddr from "ipaddr.js";
import { signInTexts } from "../../../../contract/texts/sign-in.ts";
import type { Actor, PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { deviceOf } from "./device-token.ts";

/** Five failures in fifteen minutes lock an account for the address they came from (API 2). */
export const MAX_FAILURES = 5;
/**
 * This many failures over all accounts lock an address, to stop one password being tried on many accounts. Failures
 * before a success do not count.
 */
export const MAX_FAILURES_OF_ADDRESS = 100;
export const WINDOW_MINUTES = 15;
/** Failures in a day before each further one pauses the account for callers that it does not know (decision 0077). */
const FREE_FAILURES = 20;
const LONGEST_PAUSE_MINUTES = 60;
const DAY_MS = 86_400_000;
/** More failures than these make no pause longer. */
export const COUNTED_FAILURES = FREE_FAILURES + Math.ceil(Math.log2(LONGEST_PAUSE_MINUTES)) + 1;

/**
 * Throws `login_locked` with the seconds until the oldest counted failure leaves the window. `failures`: newest first.
 */
export function assertNotLocked(failures: readonly Date[], now: Date, max: number = MAX_FAILURES): void {
  const oldest = failures[max - 1];
  if (oldest) throw locked(oldest.getTime() + WINDOW_MINUTES * 60_000 - now.getTime());
}

/**
 * Throws `login_locked` during the pause after the newest failure: 1 minute after the 20th in a day, then 2, 4, 8, up to
 * 60. `failures`: those of a day, newest first, at most `COUNTED_FAILURES`.
 */
export function assertNotPaused(failures: readonly Date[], now: Date): void {
  const left = pauseLeft(failures, now);
  if (left > 0) throw locked(left);
}

/** Milliseconds until the pause of `assertNotPaused` is over; 0 or less without one. */
export function pauseLeft(failures: readonly Date[], now: Date): number {
  const [newest] = failures;
  if (!newest || failures.length < FREE_FAILURES) return 0;
  const minutes = Math.min(2 ** (failures.length - FREE_FAILURES), LONGEST_PAUSE_MINUTES);
  return newest.getTime() + minutes * 60_000 - now.getTime();
}

function locked(leftMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new Failure("login_locked", {
    message: signInTexts.locked(seconds),
    headers: { "retry-after": String(seconds) },
  });
}

/**
 * The key that attempts are counted by. An IPv6 address counts as its /64, because one subscriber holds the whole
 * network.
 */
export function throttledAddress(address: string | null): string {
  if (address === null) return "unknown";
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(":")}::/64`;
}

/** A verb's context as the throttles need it: a public one with headers, or that of a signed-in member. */
export type GuessContext = Pick<PublicContext, "db" | "clock" | "providers" | "address"> & {
  headers?: PublicContext["headers"];
  actor?: Actor;
};

/**
 * The key of a caller whose failures are counted apart, because strangers must not lock them out: the caller's session,
 * or a device that has signed in to this account before (`email` in lower case). Undefined for all others.
 */
export function knownCaller(ctx: GuessContext, email: string | undefined): string | undefined {
  if (ctx.actor?.kind === "member") return `session ${ctx.actor.sessionId}`;
  const token = ctx.headers?.["x-device-token"];
  const device = token !== undefined && email !== undefined ? deviceOf(ctx, email, token) : undefined;
  return device && `device ${device}`;
}

export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MINUTES * 60_000);
}

/** Failures are kept this long, because pauses count those of a day. */
export function dayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
