import {
  type IdentityRecord,
  type IdentityRegistry,
  type IdentitySubject,
  RegistryUnavailable,
} from "../../providers/identity/identity-registry.ts";
import { Failure } from "../failure.ts";
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
    numbers.bvn === null ? undefined : answered(registry.lookupBvn(numbers.bvn, subject)),
    numbers.nin === null ? undefined : answered(registry.lookupNin(numbers.nin, subject)),
  ]);
  const bvnFailure = failureOf(bvn, subject, "BVN Lookup failed");
  const ninFailure = failureOf(nin, subject, "NIN Lookup failed");
  const record = bvn ?? nin;
  return {
    bvn: bvn ?? null,
    isBvnVerified: bvn !== undefined && bvnFailure === null,
    isNinVerified: nin !== undefined && ninFailure === null,
    nameMatch: record ? isSameName(record, subject) : null,
    failure: bvnFailure ?? ninFailure,
  };
}

// `undefined`: not asked. The texts are those that spec 3.1 names.
function failureOf(
  record: IdentityRecord | null | undefined,
  subject: IdentitySubject,
  notFound: string,
): string | null {
  if (record === undefined) return null;
  if (record === null) return notFound;
  return isSameName(record, subject) ? null : "Invalid NIN/BVN";
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw new Failure("registry_unavailable");
    throw error;
  }
}
