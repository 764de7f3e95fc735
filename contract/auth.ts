import * as z from "zod";
import { anybody, endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { LoginBody } from "./login-body.ts";
import { PasskeyAssertion } from "./passkey-credentials.ts";
import { type Permission, permissions } from "./permissions.ts";
import { FirstSteps } from "./preferences.ts";
import { EmailAddress, Id, Instant, Kobo, Mode, NewPassword, SixDigitCode } from "./values.ts";

export const PermissionName = z.enum(Object.keys(permissions) as Permission[]);
export const Review = z.enum(["PENDING", "ENABLED", "DISABLED"]);

const MerchantOfSession = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  businessType: z.string(),
  mode: Mode,
  role: z.string(),
  owner: z.boolean(),
  review: Review,
  callbackURL: z.string().nullable(),
  sandboxCallbackURL: z.string().nullable(),
  parentMerchant: z.null(),
  canDebitCustomer: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const MerchantChoice = z.object({ id: Id, role: z.string(), name: z.string() });

/** The reply to a login or refresh: the user, the merchant and a pair of tokens, which the headers repeat. */
export const SessionReply = success({
  data: z.object({
    id: Id,
    role: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    mode: Mode,
    createdAt: Instant,
    updatedAt: Instant,
    accessToken: z.string(),
    refreshToken: z.string(),
    expiresAt: Instant,
  }),
  merchant: MerchantOfSession,
  availableMerchants: z.array(MerchantChoice),
  hasMultipleMerchants: z.boolean(),
}).meta({ id: "Session" });
export type SessionReply = z.infer<typeof SessionReply>;

/** The reply to the login of an unverified account: no tokens; a new code is sent. */
export const LoginReply = z.union([SessionReply, success({ requiresVerification: z.literal(true) })]);
export type LoginReply = z.infer<typeof LoginReply>;

/** The emergency freeze of all wallets of a mode. Decision 0074. */
export const WalletFreeze = z.object({ frozenAt: Instant, reason: z.string(), by: z.string() });
export type WalletFreeze = z.infer<typeof WalletFreeze>;

/** The balance of the merchant wallet while it is below its alert. Decision 0102. */
export const LowBalance = z.object({ threshold: Kobo, balance: Kobo });
export type LowBalance = z.infer<typeof LowBalance>;

/**
 * The signed-in user, the merchant, the role and the permissions. `walletFreeze` is of the account's mode. `changesToDecide`: the
 * requested changes of access that this user may agree to or decline.
 */
export const Profile = z
  .object({
    data: z.object({
      id: Id,
      role: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string().nullable(),
      MerchantId: Id,
      createdAt: Instant,
      updatedAt: Instant,
      Merchant: z.object({
        id: Id,
        email: z.string(),
        review: Review,
        businessName: z.string(),
        canDebitCustomer: z.boolean(),
        parentMerchant: z.null(),
        createdAt: Instant,
        mode: Mode,
        owner: z.boolean(),
        walletFreeze: WalletFreeze.nullable(),
        lowBalance: LowBalance.nullable(),
      }),
      changesToDecide: z.int(),
      firstSteps: FirstSteps,
    }),
    permissions: z.array(PermissionName),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof Profile>;

const CurrentPassword = z.string().min(1).max(1024);

/** How a person proved their identity to a session. A second factor or a passkey is stronger than a password. */
const Assurance = z.enum(["password", "second_factor", "passkey"]);
export type Assurance = z.output<typeof Assurance>;

/** A passkey, or the code where two-factor sign-in is on or the person has a passkey, otherwise the password. */
const StepUpBody = z.object({
  passkey: PasskeyAssertion.optional(),
  password: CurrentPassword.optional(),
  code: z.string().min(1).max(100).optional(),
});
export type StepUpBody = z.output<typeof StepUpBody>;

/** Shown only in this reply. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

// Only the dashboard's server makes calls that return or end tokens, never the browser.
const auth = { tag: "Sign-in", dashboard: false, permission: null, status: 200 } as const;

const own = { ...auth, extension: true, dashboard: true } as const;

export const authEndpoints = {
  login: endpoint({
    ...auth,
    method: "POST",
    path: "/auth/login",
    summary: "Sign in with e-mail and password",
    source: "spec 4.20, api 2, wire 4.20",
    extension: false,
    callers: anybody,
    body: LoginBody,
    reply: LoginReply,
  }),
  refreshToken: endpoint({
    ...auth,
    method: "POST",
    path: "/auth/refresh/token",
    summary: "Exchange the refresh token in X-Refresh-Token for the next pair",
    source: "api 2, wire 5",
    extension: true,
    callers: anybody,
    reply: SessionReply,
  }),
  logout: endpoint({
    ...auth,
    method: "POST",
    path: "/auth/logout",
    summary: "End this session",
    source: "api 2, wire 5",
    extension: true,
    callers: members,
    whileSuspended: true,
    reply: success({}),
  }),
  getProfile: endpoint({
    ...auth,
    method: "GET",
    path: "/user/profile",
    summary: "Get the signed-in user and their permissions",
    source: "api 6, wire 5",
    extension: true,
    dashboard: true,
    callers: members,
    reply: success(Profile.shape),
  }),
  getServiceInfo: endpoint({
    ...auth,
    tag: "Service",
    method: "GET",
    path: "/",
    summary: "Get the name and version of the service, and links to its documentation",
    source: "api 1",
    extension: true,
    callers: anybody,
    reply: success({ name: z.string(), version: z.string(), links: z.record(z.string(), z.string()) }),
  }),
  requestPasswordReset: endpoint({
    ...own,
    method: "POST",
    path: "/auth/password/forget",
    summary: "Send a code to reset a password",
    source: "api 6, wire 5",
    callers: anybody,
    message: "Your reset code has been sent to your email. It expires in 24 hours.",
    body: z.object({ email: EmailAddress }),
    reply: success({}),
  }),
  resetPassword: endpoint({
    ...own,
    method: "POST",
    path: "/auth/password/reset",
    summary: "Set a new password with the code from the e-mail",
    source: "api 6, wire 5",
    callers: anybody,
    message: "Password reset successfully",
    body: z.object({ resetCode: z.string().trim().min(1).max(200), password: NewPassword }),
    reply: success({}),
  }),
  stepUp: endpoint({
    ...own,
    method: "POST",
    path: "/user/step-up",
    summary: "Confirm your identity, for calls that need a recent sign-in",
    source: "api 2",
    callers: members,
    body: StepUpBody,
    reply: success({ data: z.object({ assurance: Assurance, provenUntil: Instant }) }),
  }),
  getTwoFactor: endpoint({
    ...own,
    method: "GET",
    path: "/user/two-factor",
    summary: "Get whether your two-factor sign-in is on",
    source: "dashboard 2.5",
    callers: members,
    reply: success({
      data: z.object({
        enabled: z.boolean(),
        enabledAt: Instant.nullable(),
        recoveryCodesLeft: z.int(),
        passkeys: z.int(),
        requiredForApprovals: z.boolean(),
      }),
    }),
  }),
  startTwoFactor: endpoint({
    ...own,
    method: "POST",
    path: "/user/two-factor",
    summary: "Create a secret for your authenticator app",
    source: "dashboard 2.5",
    callers: members,
    body: z.object({ currentPassword: CurrentPassword }),
    reply: success({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  }),
  confirmTwoFactor: endpoint({
    ...own,
    method: "POST",
    path: "/user/two-factor/confirm",
    summary: "Turn on two-factor sign-in with the app's first code; your other sessions end",
    source: "dashboard 2.5",
    callers: members,
    stepUp: true,
    body: z.object({ code: SixDigitCode }),
    reply: success({ data: RecoveryCodes }),
  }),
  renewRecoveryCodes: endpoint({
    ...own,
    method: "POST",
    path: "/user/two-factor/recovery-codes",
    summary: "Create new recovery codes; the old ones stop working",
    source: "dashboard 2.5",
    callers: members,
    body: z.object({ currentPassword: CurrentPassword, code: z.string().max(100).optional() }),
    reply: success({ data: RecoveryCodes }),
  }),
  removeTwoFactor: endpoint({
    ...own,
    method: "DELETE",
    path: "/user/two-factor",
    summary: "Turn off your two-factor sign-in",
    source: "dashboard 2.5",
    callers: members,
    body: z.object({ currentPassword: CurrentPassword, code: z.string().max(100).optional() }),
    reply: success({}),
  }),
  changePassword: endpoint({
    ...own,
    method: "PUT",
    path: "/user/password",
    summary: "Change your password",
    source: "wire 5, dashboard 9",
    callers: members,
    message: "Password successfully changed.",
    // Without `currentPassword` the session needs a proof of identity in the last ten minutes.
    body: z.object({ currentPassword: CurrentPassword.optional(), password: NewPassword }),
    reply: success({}),
  }),
};
