import { createHash, randomBytes } from "node:crypto";
import type { Mode } from "../context.ts";

const MODE_WORDS: Record<Mode, string> = { SANDBOX: "sandbox", PRODUCTION: "live" };

export type MerchantKeys = { publicKey: string; privateKey: string };

/** A new pair: 256 random bits each, and the mode in the name. Api 2, wire facts 1.1. */
export function newMerchantKeys(mode: Mode): MerchantKeys {
  const word = MODE_WORDS[mode];
  return {
    publicKey: `pk_${word}_${randomBytes(32).toString("base64url")}`,
    privateKey: `sk_${word}_${randomBytes(32).toString("base64url")}`,
  };
}

/** What a bearer is looked up by. A key has 256 random bits, so a plain hash cannot be guessed back. */
export function hashOfKey(privateKey: string): Buffer {
  return createHash("sha256").update(privateKey).digest();
}
