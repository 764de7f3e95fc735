import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Mode } from "../context.ts";
import { MODE_WORDS } from "./merchant-keys.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** 256 bits in base 62. */
const SECRET_LENGTH = 43;
/** 32 bits in base 62. */
const CHECKSUM_LENGTH = 6;
const PATTERN = new RegExp(`^mwk_(?:sandbox|live)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new restricted key: `mwk_`, the mode, 256 random bits and a CRC-32 checksum of everything before it, in base 62.
 * The prefix and the checksum let scanners of source code recognise a leaked key without calling the service. Decision 0087.
 */
export function newRestrictedKey(mode: Mode): string {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
  const body = restrictedKeyPrefix(mode) + secret;
  return body + checksumOf(body);
}

export function restrictedKeyPrefix(mode: Mode): string {
  return `mwk_${MODE_WORDS[mode]}_`;
}

/** Whether a text was meant as a restricted key. */
export function isRestrictedKey(credential: string): boolean {
  return credential.startsWith("mwk_");
}

/** Whether form and checksum of a restricted key are right: one that was cut or mistyped never reaches the database. */
export function hasValidChecksum(key: string): boolean {
  return PATTERN.test(key) && checksumOf(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

function checksumOf(body: string): string {
  return toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
