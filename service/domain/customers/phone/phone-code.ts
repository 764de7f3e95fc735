import { randomInt, timingSafeEqual } from "node:crypto";
import { customerTexts } from "../../../../contract/texts/customers.ts";
import type { PhoneCodeRow } from "../../../db/customers/customer-tokens.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import { Failure } from "../../failure.ts";

export const CODE_MINUTES = 10;
export const MAX_ATTEMPTS = 5;
const RESEND_SECONDS = 60;
/** Five attempts at each of ten codes leave a guessing probability of one in twenty thousand a day. */
const MAX_CODES_A_DAY = 10;
const DAY_MS = 86_400_000;

export function newPhoneCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/**
 * Keyed, because all million codes can be tried quickly; bound to one customer, so that equal codes of two customers
 * have different hashes.
 */
export function hashPhoneCode(secrets: Secrets, of: { tenant: number; customerId: string; code: string }): Buffer {
  return secrets.keyedHash(`${of.tenant}:${of.customerId}:${of.code}`, "phone_code");
}

export function isSameCode(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Counts the codes sent in the current 24 hours, the next one included. Pure. Api 3.
 * @throws `code_too_soon` with `Retry-After` within 60 s of the last code, or after ten codes in a day.
 */
export function countCode(last: PhoneCodeRow | undefined, now: Date): { sent: number; firstSentAt: Date } {
  if (!last) return { sent: 1, firstSentAt: now };
  const resendAt = last.sentAt.getTime() + RESEND_SECONDS * 1000;
  if (now.getTime() < resendAt) throw tooSoon(resendAt - now.getTime());
  const dayEnds = last.firstSentAt.getTime() + DAY_MS;
  if (now.getTime() >= dayEnds) return { sent: 1, firstSentAt: now };
  if (last.sent >= MAX_CODES_A_DAY) throw tooSoon(dayEnds - now.getTime());
  return { sent: last.sent + 1, firstSentAt: last.firstSentAt };
}

function tooSoon(waitMs: number): Failure {
  const seconds = String(Math.ceil(waitMs / 1000));
  return new Failure("code_too_soon", {
    message: customerTexts.codeTooSoon(seconds),
    headers: { "retry-after": seconds },
  });
}
