/** Whom a check is about: what the customer's record says. */
export type IdentitySubject = { firstName: string; lastName: string; dateOfBirth: string; phoneNumber: string };

/** What the registry holds for a number. */
export type IdentityRecord = IdentitySubject & { number: string };

/**
 * The national registries behind BVN and NIN (api 3). `null` means that the number is not registered; an outage throws
 * `RegistryUnavailable`. A real registry ignores `subject`; the sandbox answers with a record that fits it.
 */
export type IdentityRegistry = {
  lookupBvn(bvn: string, subject?: IdentitySubject): Promise<IdentityRecord | null>;
  lookupNin(nin: string, subject?: IdentitySubject): Promise<IdentityRecord | null>;
};

/** The registry did not answer: nothing is known, so nothing may change. */
export class RegistryUnavailable extends Error {
  constructor() {
    super("The identity registry did not answer.");
    this.name = "RegistryUnavailable";
  }
}
