/** Texts of refused credentials and sign-ins that name a value. */
export const signInTexts = {
  unauthenticated: (reason: string) => `Missing or invalid authentication token. ${reason}`,
  malformedHeader: "Authorization must read Bearer and the token.",
  noCredential: "The request carries no credential.",
  refreshTokenOnly: "A refresh token works only for POST /auth/refresh/token.",
  publicKey: "A public key cannot authenticate a call. Send the private key (sk_…).",
  unknownAccessToken: "The access token is unknown or has expired.",
  unknownPrivateKey: "The private key is unknown or no longer valid.",
  brokenRestrictedKey: "This restricted key (mwk_…) is not complete: its checksum is wrong. Copy it again.",
  unknownRestrictedKey: "The restricted key is unknown, revoked or expired.",
  unknownCustomerToken: "The customer token is unknown or has expired.",
  keyOfOtherMode: (mode: string, accountMode: string) =>
    `This is a ${mode} key, but the account is in ${accountMode} mode. Use the ${accountMode} key or switch the account's mode.`,
  customerTokenOfOtherMode: (mode: string, accountMode: string) =>
    `This is a ${mode} customer token, but the account is in ${accountMode} mode.`,
  stepUpRequired: (minutes: number, way: string) =>
    `This call needs a sign-in or a confirmation in the last ${minutes} minutes. Send ${way} to POST /user/step-up, then repeat the call. Nothing was done.`,
  stepUpWays: { password: "your password", code: "a code of your authenticator app, or a recovery code," },
  stepUpFields: {
    password: "Enter your password.",
    code: "Enter the code from your authenticator app, or a recovery code.",
    passkey: "Use one of your passkeys.",
  },
  /** `reason` is null when the platform's review ended with DISABLED. */
  suspended: (reason: string | null) =>
    `This merchant is suspended by the platform. Reason: ${reason ?? "the review of this account was not passed"}.`,
  commonPassword: "must not be one of the most common passwords. Three or four words are best",
  shortEncodedPassword: (least: number) => `must have at least ${least} characters before it is encoded in Base64`,
  passwordWithEmail: "must not contain your e-mail address",
  passwordWithBusinessName: "must not contain the name of the business",
  locked: (seconds: number) => `Too many attempts. Try again in ${durationText(seconds)}.`,
};

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
