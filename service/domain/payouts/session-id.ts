import { randomInt } from "node:crypto";

const LAGOS_AHEAD_MS = 3_600_000;
const HALF = 1_000_000;

/** A session ID of 30 digits: the sender's code, the time in Lagos as yyMMddHHmmss, and 12 random digits. Rails 3. */
export function newSessionId(senderCode: string, at: Date): string {
  const time = new Date(at.getTime() + LAGOS_AHEAD_MS).toISOString().replace(/\D/g, "").slice(2, 14);
  const digits = () => String(randomInt(HALF)).padStart(6, "0");
  return `${senderCode}${time}${digits()}${digits()}`;
}
