import type { SealedNumber } from "../../../db/customers/customers.ts";
import type { Secrets } from "../../../providers/secrets.ts";

/** A BVN or NIN in stored form: sealed for reading, hashed for lookup, last four digits for display. Api 2. */
export function sealNumber(
  secrets: Secrets,
  number: string,
  { kind, customerId }: { kind: "bvn" | "nin"; customerId: string },
): SealedNumber {
  return {
    hash: secrets.keyedHash(number, kind),
    sealed: secrets.seal(number, `customers.${kind}_sealed`, customerId),
    last4: number.slice(-4),
  };
}
