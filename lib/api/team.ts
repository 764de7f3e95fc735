import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { Metadata } from "../../contract/envelope.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { teamEndpoints } from "../../contract/team.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { type request, requestWithHeaders } from "./request.ts";
import { useSession } from "./session-provider.tsx";

export type Member = z.output<typeof teamEndpoints.listMembers.reply>["data"][number];
export type Invitation = z.output<typeof teamEndpoints.listInvitations.reply>["data"][number];
export type Role = z.output<typeof teamEndpoints.listRoles.reply>["data"][number];

// The rules about the last MainMerchant need the whole team; few teams are larger.
const MEMBERS = 100;
const INVITATIONS = 20;

/** Up to 100 team members, in order of joining; fresh for 30 s. Wire 5. */
export function membersQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "team", "members"),
    staleTime: FRESH_MS.list,
    ...readOf<{ data: Member[]; metadata: Metadata }>(session, {
      path: "/team/members",
      query: { page: 1, perPage: MEMBERS },
    }),
  });
}

/** A page of invitations, newest first; fresh for 30 s. Wire 5. */
export function invitationsQuery(session: Session, page: number) {
  return queryOptions({
    queryKey: queryKeyOf(session, "team", "invitations", page),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<{ data: Invitation[]; metadata: Metadata }>(session, {
      path: "/team/invitations",
      query: { page, perPage: INVITATIONS },
    }),
  });
}

/** Built-in and custom roles with their permissions; fresh for 30 s. Wire 5. */
export function rolesQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "team", "roles"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/team/roles" }, ({ data }: { data: Role[] }) => data),
  });
}

export type MemberChange = { id: string; roleId?: string; approvalLimit?: number | null };

/** Changes a member's role or approval limit (kobo; null for none); applies to their next call. Wire 5. */
export function useUpdateMember() {
  return useTeamWrite(({ id, ...body }: MemberChange) => ({ method: "PUT", path: `/team/member/${id}`, body }));
}

/** Removes a member from the team and ends their sessions. Dashboard 9. */
export function useRemoveMember() {
  return useTeamWrite((id: string) => ({ method: "DELETE", path: `/team/member/${id}` }));
}

export type InviteInput = { idempotencyKey: string; email: string; roleId: string; approvalLimit: number | null };

/** Invites someone by e-mail. The idempotency key makes a retry safe. Wire 5. */
export function useInviteMember() {
  return useTeamWrite(({ idempotencyKey, ...body }: InviteInput) => ({
    method: "POST",
    path: "/team/invitations",
    body,
    idempotencyKey,
  }));
}

/** Sends an invitation again, with a new code and a new expiry. Wire 5. */
export function useResendInvitation() {
  return useTeamWrite((email: string) => ({ method: "POST", path: "/team/invitations/resend", body: { email } }));
}

/** Withdraws an invitation; its link stops working. Dashboard 9. */
export function useWithdrawInvitation() {
  return useTeamWrite((id: string) => ({ method: "DELETE", path: `/team/invitations/${id}` }));
}

export type RoleInput = { id: string | null; idempotencyKey: string; name: string; permissions: readonly Permission[] };

/** Creates a custom role, or updates the one with that ID. Wire 5. */
export function useSaveRole() {
  return useTeamWrite(({ id, idempotencyKey, ...body }: RoleInput) =>
    id === null
      ? { method: "POST", path: "/team/roles", body, idempotencyKey }
      : { method: "PATCH", path: `/team/roles/${id}`, body },
  );
}

/** Removes a custom role without members. Dashboard 9. */
export function useRemoveRole() {
  return useTeamWrite((id: string) => ({ method: "DELETE", path: `/team/roles/${id}` }));
}

type Write = Parameters<typeof request>[1];

function useTeamWrite<Input>(callOf: (input: Input) => Write) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    // A change that waits for another approver has an address. Api 6.
    mutationFn: async (input: Input): Promise<{ isWaiting: boolean }> => {
      const { headers } = await requestWithHeaders(session, callOf(input));
      return { isWaiting: headers.get("location")?.includes("/team/changes/") ?? false };
    },
    // After a failure too: a refusal often means that the page shows old data.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "changes") });
      return queries.invalidateQueries({ queryKey: queryKeyOf(session, "team") });
    },
  });
}
