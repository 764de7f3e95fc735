import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
// No letters that are easily confused.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new 160-bit secret in Base32, and the URI that authenticator apps read from a QR code. RFC 6238. */
export function newAuthenticator(email: string): { secret: string; uri: string } {
  const totp = totpOf(new Secret({ size: 20 }).base32, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The period that this code belongs to: the current one, or one before or after. Undefined when none matches, or when
 * it is not after `lastStep`.
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: bigint): bigint | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return undefined;
  const step = BigInt(Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta);
  return step > lastStep ? step : undefined;
}

/** Ten recovery codes of 50 random bits each, for a lost phone. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`);
}

/** Normalises a recovery code before hashing: people leave out the dash and type capitals. */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, "");
}

function letters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: "Merchant Wallet",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
