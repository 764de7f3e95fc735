import { freezeReasons } from "../../../../contract/texts/customers.ts";
import {
  type IdentityRecord,
  type IdentitySubject,
  RegistryUnavailable,
} from "../../../providers/identity/identity-registry.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { isSamePerson } from "./identity-score.ts";
import { isSameName } from "./name-match.ts";
import { openRegistry } from "./open-registry.ts";

/**
 * The result of the registry checks of a customer. `failure` is the freeze reason; `null` when every check passed.
 * Spec 3.1.
 */
export type IdentityCheck = {
  bvn: IdentityRecord | null;
  isBvnVerified: boolean;
  isNinVerified: boolean;
  nameMatch: boolean | null;
  failure: string | null;
};

/**
 * Looks up the given numbers in the registries. Makes network calls, so never call it inside a transaction. Api 3.
 * @throws `registry_unavailable` when a registry does not answer; the caller then changes nothing.
 */
export async function checkIdentity(
  ctx: Context,
  subject: IdentitySubject,
  numbers: { bvn: string | null; nin: string | null },
): Promise<IdentityCheck> {
  const [bvn, nin] = await Promise.all([
    numbers.bvn === null ? undefined : askRegistry(ctx, { bvn: numbers.bvn }, subject),
    numbers.nin === null ? undefined : askRegistry(ctx, { nin: numbers.nin }, subject),
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

/** The freeze reason for this registry answer, or `null`. The texts are those of spec 3.1. Pure. */
export function failureOf(record: IdentityRecord | null, subject: IdentitySubject, kind: "BVN" | "NIN"): string | null {
  if (record === null) return freezeReasons.lookupFailed(kind);
  return isSamePerson(record, subject) ? null : freezeReasons.anotherPerson;
}

/**
 * Returns the registry's record for a number, or `null` when the number is not registered. Makes a network call, so
 * never call it inside a transaction.
 * @throws `registry_unavailable` when the registry does not answer; in PRODUCTION `identity_review_required`,
 * `identity_quota_exceeded`.
 */
export async function askRegistry(
  ctx: Context,
  number: { bvn: string } | { nin: string },
  subject?: IdentitySubject,
): Promise<IdentityRecord | null> {
  const registry = await openRegistry(ctx);
  try {
    return "bvn" in number
      ? await registry.lookupBvn(number.bvn, subject)
      : await registry.lookupNin(number.nin, subject);
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw new Failure("registry_unavailable");
    throw error;
  }
}
