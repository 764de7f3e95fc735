import {
  type IdentityRecord,
  type IdentityRegistry,
  type IdentitySubject,
  RegistryUnavailable,
} from "../../providers/identity/identity-registry.ts";
import { Failure } from "../failure.ts";
import { isSamePerson } from "./identity-score.ts";
import { isSameName } from "./name-match.ts";

/** What the registries say about a customer. `failure` is the reason a wallet is frozen with; `null` when all agrees. Spec 3.1. */
export type IdentityCheck = {
  bvn: IdentityRecord | null;
  isBvnVerified: boolean;
  isNinVerified: boolean;
  nameMatch: boolean | null;
  failure: string | null;
};

/**
 * Asks the registries about the numbers that were given. Calls outside, so never inside a transaction. Api 3.
 * @throws `registry_unavailable` when one does not answer: then nothing may change.
 */
export async function checkIdentity(
  registry: IdentityRegistry,
  subject: IdentitySubject,
  numbers: { bvn: string | null; nin: string | null },
): Promise<IdentityCheck> {
  const [bvn, nin] = await Promise.all([
    numbers.bvn === null ? undefined : askRegistry(registry, { bvn: numbers.bvn }, subject),
    numbers.nin === null ? undefined : askRegistry(registry, { nin: numbers.nin }, subject),
  ]);
  const bvnFailure = bvn === undefined ? null : failureOf(bvn, subject, "BVN");
  const ninFailure = nin === undefined ? null : failureOf(nin, subject, "NIN");
  const record = bvn ?? nin;
  return {
    bvn: bvn ?? null,
    isBvnVerified: bvn !== undefined && bvnFailure === null,
    isNinVerified: nin !== undefined && ninFailure === null,
    nameMatch: record ? isSameName(record, subject) : null,
    failure: bvnFailure ?? ninFailure,
  };
}

/** Why a wallet is frozen after this answer of a registry, or `null`. The texts are those that spec 3.1 names. Pure. */
export function failureOf(record: IdentityRecord | null, subject: IdentitySubject, kind: "BVN" | "NIN"): string | null {
  if (record === null) return `${kind} Lookup failed`;
  return isSamePerson(record, subject) ? null : "Invalid NIN/BVN";
}

/**
 * What a registry holds for a number, `null` when it is not registered. Calls outside, so never inside a transaction.
 * @throws `registry_unavailable` when it does not answer.
 */
export async function askRegistry(
  registry: IdentityRegistry,
  number: { bvn: string } | { nin: string },
  subject?: IdentitySubject,
): Promise<IdentityRecord | null> {
  try {
    return "bvn" in number
      ? await registry.lookupBvn(number.bvn, subject)
      : await registry.lookupNin(number.nin, subject);
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw new Failure("registry_unavailable");
    throw error;
  }
}
