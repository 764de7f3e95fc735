import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { authEndpoints, StepUpBody } from "../../contract/auth.ts";
import type { ownSessionEndpoints } from "../../contract/own-sessions.ts";
import type { Passkey } from "../../contract/passkeys.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

export type OwnSession = z.output<typeof ownSessionEndpoints.listSessions.reply>["data"][number];
export type FailedSignIn = z.output<typeof ownSessionEndpoints.listFailedSignIns.reply>["data"][number];
export type TwoFactor = z.output<typeof authEndpoints.getTwoFactor.reply>["data"];
export type AuthenticatorSecret = z.output<typeof authEndpoints.startTwoFactor.reply>["data"];

/** The person's sessions; fresh for 30 s. Dashboard 2.5. */
export function ownSessionsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "sessions"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/user/sessions" }, ({ data }: { data: OwnSession[] }) => data),
  });
}

/** Ends one of the person's own sessions. Dashboard 2.5. */
export function useEndSession() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(session, { method: "DELETE", path: `/user/sessions/${id}` }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(session, "me", "sessions") }),
  });
}

/** Ends all other sessions of the person in one call. Decision 0081. */
export function useEndOtherSessions() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request(session, { method: "DELETE", path: "/user/sessions" }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(session, "me", "sessions") }),
  });
}

/** Refused sign-ins to the person's account in the last 30 days; fresh for 30 s. Decision 0081. */
export function failedSignInsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "failed-sign-ins"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/user/sign-in-failures" }, ({ data }: { data: FailedSignIn[] }) => data),
  });
}

/** The person's passkeys; fresh for 30 s. Decision 0080. */
export function passkeysQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "passkeys"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/user/passkeys" }, ({ data }: { data: Passkey[] }) => data),
  });
}

export async function renamePasskey(session: Session, id: string, name: string): Promise<void> {
  await request(session, { method: "PATCH", path: `/user/passkeys/${id}`, body: { name } });
}

export async function removePasskey(session: Session, id: string): Promise<void> {
  await request(session, { method: "DELETE", path: `/user/passkeys/${id}` });
}

/** Whether the second factor is on; fresh for 30 s. Dashboard 2.5. */
export function twoFactorQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "two-factor"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/user/two-factor" }, ({ data }: { data: TwoFactor }) => data),
  });
}

/**
 * The following calls carry passwords, secrets and codes. They are plain functions for `useSecretCall`, so that the
 * query cache does not store them.
 */
export async function changePassword(
  session: Session,
  body: { currentPassword: string; password: string },
): Promise<true> {
  await request(session, { method: "PUT", path: "/user/password", body });
  return true;
}

/** Renews the session's proof of identity: with a code where the second factor is on, otherwise with the password. */
export async function proveIdentity(session: Session, body: StepUpBody): Promise<void> {
  await request(session, { method: "POST", path: "/user/step-up", body });
}

/** Confirms the e-mail with the mailed code. Api 6. */
export async function confirmEmail(session: Session, code: string): Promise<void> {
  await request(session, { method: "PUT", path: "/user/email/verify", body: { code } });
}

/** Mails another code that confirms the e-mail, at most one per minute. Api 6. */
export async function sendEmailConfirmation(session: Session): Promise<void> {
  await request(session, { method: "POST", path: "/user/email/verify/resend" });
}

/** Creates a new secret for the authenticator app; it takes effect with the first correct code. */
export async function startTwoFactor(session: Session, currentPassword: string): Promise<AuthenticatorSecret> {
  return (
    await request<{ data: AuthenticatorSecret }>(session, {
      method: "POST",
      path: "/user/two-factor",
      body: { currentPassword },
    })
  ).data;
}

/** Turns on the second factor with the app's first code. Returns the recovery codes, which are shown only once. */
export async function confirmTwoFactor(session: Session, code: string): Promise<string[]> {
  return (
    await request<{ data: { recoveryCodes: string[] } }>(session, {
      method: "POST",
      path: "/user/two-factor/confirm",
      body: { code },
    })
  ).data.recoveryCodes;
}

/** Creates new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  session: Session,
  body: { currentPassword: string; code: string },
): Promise<string[]> {
  return (
    await request<{ data: { recoveryCodes: string[] } }>(session, {
      method: "POST",
      path: "/user/two-factor/recovery-codes",
      body,
    })
  ).data.recoveryCodes;
}

/** Turns off the second factor, with the password and a code. */
export async function removeTwoFactor(
  session: Session,
  body: { currentPassword: string; code: string },
): Promise<true> {
  await request(session, { method: "DELETE", path: "/user/two-factor", body });
  return true;
}
