import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { authEndpoints } from "../../contract/auth.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

export type OwnSession = z.output<typeof authEndpoints.listSessions.reply>["data"][number];
export type TwoFactor = z.output<typeof authEndpoints.getTwoFactor.reply>["data"];
export type AuthenticatorSecret = z.output<typeof authEndpoints.startTwoFactor.reply>["data"];

/** Where the person is signed in; fresh for 30 s. Dashboard 2.5. */
export function ownSessionsQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "me", "sessions"),
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
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(session, "me", "sessions") }),
  });
}

/** Whether the person's second factor is on; fresh for 30 s. Dashboard 2.5. */
export function twoFactorQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "me", "two-factor"),
    staleTime: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<TwoFactor> =>
      (await request<{ data: TwoFactor }>(session, { path: "/user/two-factor", signal })).data,
  });
}

/** What follows takes or gives passwords, secrets and codes: plain calls, for `useUnkeptCall`, so that nothing keeps them. */
export async function changePassword(
  session: Session,
  body: { currentPassword: string; password: string },
): Promise<true> {
  await request(session, { method: "PUT", path: "/user/password", body });
  return true;
}

/** A new secret for the authenticator app; it counts from the first right code on. */
export async function startTwoFactor(session: Session, currentPassword: string): Promise<AuthenticatorSecret> {
  return (
    await request<{ data: AuthenticatorSecret }>(session, {
      method: "POST",
      path: "/user/two-factor",
      body: { currentPassword },
    })
  ).data;
}

/** Switches the second factor on with the app's first code; the answer is the recovery codes, shown this once. */
export async function confirmTwoFactor(session: Session, code: string): Promise<string[]> {
  return (
    await request<{ data: { recoveryCodes: string[] } }>(session, {
      method: "POST",
      path: "/user/two-factor/confirm",
      body: { code },
    })
  ).data.recoveryCodes;
}

/** New recovery codes; the old ones stop working. */
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

/** Switches the second factor off, with the password and a code. */
export async function removeTwoFactor(
  session: Session,
  body: { currentPassword: string; code: string },
): Promise<true> {
  await request(session, { method: "DELETE", path: "/user/two-factor", body });
  return true;
}
