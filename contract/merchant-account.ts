import * as z from "zod";
import { anybody, endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { merchantTexts } from "./texts/merchant.ts";
import {
  ActivationCode,
  EmailAddress,
  Id,
  Instant,
  Mode,
  NewPassword,
  PersonName,
  PhoneNumber,
  visibleName,
} from "./values.ts";

const Business = visibleName(100);

/** `sendEmail` and `accountNumber` are accepted and ignored: no reply contains the code. Wire 4.20. */
const RegisterMerchantBody = z.object({
  firstName: PersonName,
  lastName: PersonName,
  email: EmailAddress,
  password: NewPassword,
  phoneNumber: PhoneNumber,
  businessName: Business,
  businessType: Business,
});

const KeyPair = success({ data: z.object({ publicKey: z.string(), privateKey: z.string() }) });

/** A key pair without the private key. */
const AccessKey = z
  .object({
    id: Id,
    publicKey: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    stopsAt: Instant.nullable(),
    callsLastDay: z.int(),
  })
  .meta({ id: "AccessKey" });

const base = { tag: "Merchant", status: 200 } as const;
const signUp = { ...base, callers: anybody, permission: null, dashboard: true } as const;
// The general proxy never forwards keys: the dashboard has a separate key proxy that asks for the password again.
const keyCalls = { ...base, callers: membersAndKeys, dashboard: false, reply: KeyPair } as const;

export const merchantAccountEndpoints = {
  registerMerchant: endpoint({
    ...signUp,
    method: "POST",
    path: "/merchant",
    summary: "Register a merchant account and send activation codes by e-mail and SMS",
    source: "spec 4.20, wire 4.20",
    extension: false,
    status: 201,
    message: "Your activation code has been sent to your email. It expires in 24 hours",
    body: RegisterMerchantBody,
    reply: success({ requireVerification: z.literal(true) }),
  }),
  verifyMerchant: endpoint({
    ...signUp,
    method: "PUT",
    path: "/merchant/verify",
    summary: "Activate the account with the code of the e-mail, which confirms it, or of the text message",
    source: "api 6, wire 4.20",
    extension: true,
    message: "Your account has been successfully verified.",
    // Clients that send the code alone keep working. Wire 4.20, decision 0076.
    body: z.object({ activationCode: ActivationCode, email: EmailAddress.optional() }),
    reply: success({}),
  }),
  resendActivationCode: endpoint({
    ...signUp,
    method: "POST",
    path: "/merchant/verify/resend",
    summary: "Send new activation codes",
    source: "api 6, wire 4.20",
    extension: true,
    message: "Your verification code has been sent to your email. It expires in 24 hours",
    body: z.object({ email: EmailAddress }),
    reply: success({}),
  }),
  getAccessKeys: endpoint({
    ...keyCalls,
    method: "GET",
    path: "/merchant/my-access-keys",
    summary: "Get the public and private key of the current mode",
    source: "spec 4.20, wire 4.20",
    extension: false,
    permission: "BROWSE_KEYS",
    stepUp: true,
  }),
  listAccessKeys: endpoint({
    ...keyCalls,
    dashboard: true,
    method: "GET",
    path: "/merchant/access-keys",
    summary: "List the active keys with their use, without private keys",
    source: "dashboard 5.9, 5.11",
    extension: true,
    permission: "BROWSE_KEYS",
    reply: success({ data: z.array(AccessKey) }),
  }),
  // Takes no Idempotency-Key: the stored response would contain the private key.
  generateAccessKeys: endpoint({
    ...keyCalls,
    method: "POST",
    path: "/merchant/generate-access-keys",
    summary: "Create a new key pair; the old pair stops working immediately or after some hours",
    source: "api 6, wire 5",
    extension: true,
    permission: "GENERATE_KEYS",
    stepUp: true,
    body: z.object({ overlapHours: z.int().min(0).max(72).default(0) }),
  }),
  switchAccountMode: endpoint({
    ...base,
    callers: membersAndKeys,
    dashboard: true,
    method: "POST",
    path: "/merchant/account-mode",
    summary: "Switch the account between sandbox and production",
    source: "spec 4.20, api 6, wire 4.20",
    extension: false,
    permission: "SWITCH_ACCOUNT_MODE",
    stepUp: true,
    message: [merchantTexts.modeSwitched("SANDBOX"), merchantTexts.modeSwitched("PRODUCTION")],
    body: z.object({ mode: Mode }),
    reply: success({}),
  }),
};
