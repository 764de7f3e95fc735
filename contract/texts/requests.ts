import type { Caller } from "../endpoint.ts";

// Texts about a request as such: its address, method, credential, headers and body. The texts of a code alone are in
// contract/errors.ts; each noun has its own file here for texts that name a value.

const CREDENTIALS: Record<Caller, string> = {
  session: "a member's access token (POST /auth/login)",
  key: "a merchant private key (sk_…) or restricted key (mwk_…)",
  customer: "a customer token (POST /customer/token)",
  public: "no credential",
};

const HOLDERS = {
  "private key": "Private keys do not have",
  "restricted key": "This restricted key does not have",
  caller: "You do not have",
};

export const requestTexts = {
  acceptedCredentials: (callers: readonly Caller[]) =>
    `This endpoint accepts ${callers.map((caller) => CREDENTIALS[caller]).join(" or ")}.`,
  modeChanged: (mode: string, requestedMode: string) =>
    `The account is in ${mode} mode now, but this request was made in ${requestedMode} mode. Nothing was done.`,
  rolesRequired: (roles: readonly string[]) => `Only ${roles.join(" or ")} can do this.`,
  permissionsRequired: (holder: "private key" | "restricted key" | "caller", permissions: readonly string[]) =>
    `${HOLDERS[holder]} the permission ${permissions.join(" or ")}.`,
  keyAddressRefused: (address: string | null) =>
    `This key cannot be used from ${address ?? "an unknown address"}. Its allowed addresses are in Settings > Keys.`,
  rateLimited: ({ policy, quota, retryAfterSeconds }: { policy: string; quota: number; retryAfterSeconds: number }) =>
    `More than ${quota} requests a minute ${policy === "merchant" ? "of this merchant" : `with this ${policy}`}. Nothing was done. ` +
    `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}.`,

  tooManyLargeBodies: "Too many large requests of yours are in work. Nothing was done. Try again in 5 seconds.",

  methodNotAllowed: (path: string, allowed: string, method: string) => `${path} accepts ${allowed}, not ${method}.`,
  closestPath: (path: string) => `There is nothing at this address. The closest path is ${path}.`,
  unknownPath: (basePath: string) => `There is nothing at this address. GET ${basePath} links to the documentation.`,

  notHttp: "The request is not valid HTTP.",
  notHttpForService: "The request is not valid HTTP for this service.",
  badUrl: "The address is not valid percent-encoding.",
  contentLengthDiffers: "The length of the body differs from Content-Length.",
  bodyTooLarge: (mib: number) => `The body is larger than the limit of ${mib} MiB.`,
  multipartRequired: "This endpoint accepts multipart/form-data.",
  fileTooLarge: (mib: number) => `The file is larger than the limit of ${mib} MiB.`,
  uploadLimit: (max: number) =>
    `${max} uploads are already pending, which is the limit. Nothing was done. Try again when one has finished or was cancelled.`,
  tooManyParts: "The body has too many parts.",

  alive: "The process is running.",
  ready: "Ready.",
  notReady: "Not ready.",
};
