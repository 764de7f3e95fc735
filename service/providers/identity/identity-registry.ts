/** The person to look up, from the customer's record. */
export type IdentitySubject = { firstName: string; lastName: string; dateOfBirth: string; phoneNumber: string };

/** The registry's record for a number. */
export type IdentityRecord = IdentitySubject & { number: string };

/**
 * The national registries for BVN and NIN (api 3). `null` means that the number is not registered; an outage throws
 * `RegistryUnavailable`. A real registry ignores `subject`; the sandbox answers with a matching record.
 */
export type IdentityRegistry = {
  lookupBvn(bvn: string, subject?: IdentitySubject): Promise<IdentityRecord | null>;
  lookupNin(nin: string, subject?: IdentitySubject): Promise<IdentityRecord | null>;
};

/** The registry did not answer: nothing is known, so the caller changes nothing. */
export class RegistryUnavailable extends Error {
  constructor() {
    super("The identity registry did not answer.");
    this.name = "RegistryUnavailable";
  }
}
