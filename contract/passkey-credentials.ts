import * as z from "zod";

const Base64Url = (max: number) =>
  z
    .string({ error: "is required" })
    .regex(/^[A-Za-z0-9_-]+$/, "must be Base64URL")
    .max(max);

const credential = {
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: z.literal("public-key"),
};

/** What `navigator.credentials.create` returns, as `toJSON()` writes it. WebAuthn level 3. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(16_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What `navigator.credentials.get` returns, as `toJSON()` writes it. WebAuthn level 3. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(4000),
    signature: Base64Url(8000),
    userHandle: Base64Url(100).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
