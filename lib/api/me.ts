import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { authEndpoints, StepUpBody } from "../../contract/auth.ts";
import type { ownSessionEndpoints } from "../../contract/own-sessions.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

export type OwnSession = z.output<typeof ownSessionEndpoints.listSessions.reply>["data"][number];
export type TwoFactor = z.output<typeof authEndpoints.getTwoFactor.reply>["data"];
export type AuthenticatorSecret = z.output<typeof authEndpoints.startTwoFactor.reply>["data"];

/** The person's sessions; fresh for 30 s. Dashboard 2.5. */
export function ownSessionsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "sessions"),
    staleTime: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<OwnSession[]> =>
      (await request<{ data: OwnSession[] }>(session, { path: "/user/sessions", signal })).data,
  });
}

/** Ends some of the person's own sessions, one after the other. Dashboard 2.5. */
export function useEndSessions() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await request(session, { method: "DELETE", path: `/user/sessions/${id}` });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(session, "me", "sessions") }),
  });
}

/** Whether the second factor is on; fresh for 30 s. Dashboard 2.5. */
export function twoFactorQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "two-factor"),
    staleTime: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<TwoFactor> =>
      (await request<{ data: TwoFactor }>(session, { path: "/user/two-factor", signal })).data,
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
