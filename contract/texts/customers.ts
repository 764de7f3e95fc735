/** Texts about customers, their identity and their wallets that name a value. */
export const customerTexts = {
  dateOfBirthInFuture: "must not be in the future",
  bvnOrNinRequired: "is required, or nin instead",
  walletIdGiven: "is the ID of a wallet; use the ID of its customer",
  tierDocumentMissing: (tier: 1 | 2 | 3, document: "BVN" | "NIN") => `TIER_${tier} needs a verified ${document}.`,
  numberLinked: (document: "BVN" | "NIN") => `This customer has a verified ${document} already. It cannot be replaced.`,
  numberTaken: (document: "BVN" | "NIN") => `This ${document} is linked to another customer.`,
  codeTooSoon: (seconds: string) => `A code was already sent. Request another one in ${seconds} seconds.`,
  phoneCodeSubject: "Verification code",
  phoneCode: (code: string, minutes: number) =>
    `Your verification code is ${code}. It is valid for ${minutes} minutes. Do not share it.`,
};

/** The exact reasons with which a failed identity check freezes a wallet (Spec 3.1). */
export const freezeReasons = {
  lookupFailed: (document: "BVN" | "NIN") => `${document} Lookup failed`,
  anotherPerson: "Invalid NIN/BVN",
  withEarlierReason: (reason: string, earlier: string) => `${reason} (frozen before: ${earlier})`,
  enablingRefused: (reason: string) =>
    `Wallet is frozen: ${reason}. BVN verification is required before it can be enabled.`,
};
