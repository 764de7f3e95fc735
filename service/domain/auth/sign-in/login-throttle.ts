import ipaddr from "ipaddr.js";
import { signInTexts } from "../../../../contract/texts/sign-in.ts";
import { Failure } from "../../failure.ts";

/** Five failures in fifteen minutes lock an account for the address they came from (API 2). */
export const MAX_FAILURES = 5;
/**
 * This many failures over all accounts lock an address, to stop one password being tried on many accounts. Failures
 * before a success do not count.
 */
export const MAX_FAILURES_OF_ADDRESS = 100;
export const WINDOW_MINUTES = 15;

/**
 * Throws `login_locked` with the seconds until the oldest counted failure leaves the window. `failures`: newest first.
 */
export function assertNotLocked(failures: readonly Date[], now: Date, max: number = MAX_FAILURES): void {
  const oldest = failures[max - 1];
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MINUTES * 60_000 - now.getTime()) / 1000));
  throw new Failure("login_locked", {
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

export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MINUTES * 60_000);
}
