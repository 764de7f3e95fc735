import type { SealedNumber } from "../../db/customers/customers.ts";
import type { Secrets } from "../../providers/secrets.ts";

/** A BVN or NIN as it is kept: sealed to be readable, hashed to be found, four digits to be shown. Api 2. */
export function sealNumber(secrets: Secrets, number: string, kind: "bvn" | "nin"): SealedNumber {
  return { hash: secrets.keyedHash(number, kind), sealed: secrets.seal(number, kind), last4: number.slice(-4) };
}
