import { endpoints } from "../../../contract/endpoints.ts";
import { confirmEmail } from "../../domain/auth/email/confirm-email.ts";
import { sendEmailConfirmation } from "../../domain/auth/email/send-email-confirmation.ts";
import { addPasskey } from "../../domain/auth/passkeys/add-passkey.ts";
import { listPasskeys } from "../../domain/auth/passkeys/list-passkeys.ts";
import { removePasskey } from "../../domain/auth/passkeys/remove-passkey.ts";
import { renamePasskey } from "../../domain/auth/passkeys/rename-passkey.ts";
import { signInWithPasskey } from "../../domain/auth/passkeys/sign-in-with-passkey.ts";
import { startPasskey } from "../../domain/auth/passkeys/start-passkey.ts";
import { startPasskeySignIn } from "../../domain/auth/passkeys/start-passkey-sign-in.ts";
import { startPasskeyStepUp } from "../../domain/auth/passkeys/step-up-with-passkey.ts";
import { changePassword } from "../../domain/auth/passwords/change-password.ts";
import { requestPasswordReset } from "../../domain/auth/passwords/request-password-reset.ts";
import { resetPassword } from "../../domain/auth/passwords/reset-password.ts";
import { endOtherSessions } from "../../domain/auth/sessions/end-other-sessions.ts";
import { listSessions } from "../../domain/auth/sessions/list-sessions.ts";
import { logOut } from "../../domain/auth/sessions/log-out.ts";
import { refreshSession } from "../../domain/auth/sessions/refresh-session.ts";
import { revokeSession } from "../../domain/auth/sessions/revoke-session.ts";
import type { SessionReply } from "../../domain/auth/sessions/session-reply.ts";
import { stepUp } from "../../domain/auth/sessions/step-up.ts";
import { newDeviceToken } from "../../domain/auth/sign-in/device-token.ts";
import { listFailedSignIns } from "../../domain/auth/sign-in/failed-sign-ins.ts";
import { logIn } from "../../domain/auth/sign-in/log-in.ts";
import { confirmTwoFactor } from "../../domain/auth/two-factor/confirm-two-factor.ts";
import { getTwoFactor } from "../../domain/auth/two-factor/get-two-factor.ts";
import { removeTwoFactor } from "../../domain/auth/two-factor/remove-two-factor.ts";
import { renewRecoveryCodes } from "../../domain/auth/two-factor/renew-recovery-codes.ts";
import { startTwoFactor } from "../../domain/auth/two-factor/start-two-factor.ts";
import { getProfile } from "../../domain/team/get-profile.ts";
import { changePreferences, getPreferences } from "../../domain/team/preferences.ts";
import type { Answer, Bind, BindPublic } from "../route.ts";

/** Sign-in, sign-out and the signed-in user's profile. API 2, Wire 4.20. */
export function authRoutes(bind: Bind, bindPublic: BindPublic): void {
  bindPublic(endpoints.login, async (ctx, { body }, answer) => {
    const result = await logIn(ctx, {
      ...body,
      channel: ctx.headers["x-channel"]?.toLowerCase() === "dashboard" ? "dashboard" : "api",
      userAgent: ctx.headers["user-agent"] ?? null,
    });
    if ("requiresVerification" in result) return result;
    sendTokens(answer, result);
    answer.header("X-Device-Token", newDeviceToken(ctx, result.data.email, ctx.headers["x-device-token"]));
    return result;
  });

  bindPublic(endpoints.refreshToken, async (ctx, _input, answer) => {
    const result = await refreshSession(ctx, ctx.headers["x-refresh-token"] ?? "");
    sendTokens(answer, result);
    return result;
  });

  bind(endpoints.logout, async (ctx) => {
    await logOut(ctx);
    return {};
  });

  bind(endpoints.getProfile, (ctx) => getProfile(ctx));
  bind(endpoints.confirmEmail, async (ctx, { body }) => {
    await confirmEmail(ctx, body);
    return {};
  });
  bind(endpoints.sendEmailConfirmation, async (ctx) => {
    await sendEmailConfirmation(ctx);
    return {};
  });
  bind(endpoints.getPreferences, (ctx) => getPreferences(ctx));
  bind(endpoints.updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
  bind(endpoints.listSessions, (ctx) => listSessions(ctx));
  bind(endpoints.revokeSession, async (ctx, { params }) => {
    await revokeSession(ctx, { sessionId: params.id });
    return {};
  });
  bind(endpoints.stepUp, async (ctx, { body }) => ({ data: await stepUp(ctx, body) }));
  bind(endpoints.endOtherSessions, async (ctx) => ({ data: await endOtherSessions(ctx) }));
  bind(endpoints.listFailedSignIns, async (ctx) => ({ data: await listFailedSignIns(ctx) }));
  passkeyRoutes(bind, bindPublic);
  bind(endpoints.getTwoFactor, async (ctx) => ({ data: await getTwoFactor(ctx) }));
  bind(endpoints.startTwoFactor, async (ctx, { body }) => ({ data: await startTwoFactor(ctx, body) }));
  bind(endpoints.confirmTwoFactor, async (ctx, { body }) => ({ data: await confirmTwoFactor(ctx, body) }));
  bind(endpoints.renewRecoveryCodes, async (ctx, { body }) => ({ data: await renewRecoveryCodes(ctx, body) }));
  bind(endpoints.removeTwoFactor, async (ctx, { body }) => {
    await removeTwoFactor(ctx, body);
    return {};
  });
  bindPublic(endpoints.requestPasswordReset, async (ctx, { body }) => {
    await requestPasswordReset(ctx, body);
    return {};
  });
  bindPublic(endpoints.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, body);
    return {};
  });
  bind(endpoints.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return {};
  });
}

/** Passkeys: signing in with one, and managing one's own. Decision 0080. */
function passkeyRoutes(bind: Bind, bindPublic: BindPublic): void {
  bindPublic(endpoints.startPasskeySignIn, async (ctx) => ({ data: await startPasskeySignIn(ctx) }));
  bindPublic(endpoints.signInWithPasskey, async (ctx, { body }, answer) => {
    const result = await signInWithPasskey(ctx, { ...body, userAgent: ctx.headers["user-agent"] ?? null });
    sendTokens(answer, result);
    return result;
  });
  bind(endpoints.startPasskeyStepUp, async (ctx) => ({ data: await startPasskeyStepUp(ctx) }));
  bind(endpoints.listPasskeys, async (ctx) => ({ data: await listPasskeys(ctx) }));
  bind(endpoints.startPasskey, async (ctx) => ({ data: await startPasskey(ctx) }));
  bind(endpoints.addPasskey, async (ctx, { body }) => ({ data: await addPasskey(ctx, body) }));
  bind(endpoints.renamePasskey, async (ctx, { params, body }) => ({
    data: await renamePasskey(ctx, { id: params.id, name: body.name }),
  }));
  bind(endpoints.removePasskey, async (ctx, { params }) => {
    await removePasskey(ctx, params);
    return {};
  });
}

/** The headers repeat the token pair for older clients. Wire 1.1. */
function sendTokens(answer: Answer, { data }: SessionReply): void {
  answer.header("X-Access-Token", data.accessToken);
  answer.header("X-Refresh-Token", data.refreshToken);
}
