import * as z from "zod";
import { CHANGE_SUBMITTED } from "./access-changes.ts";
import { MerchantChoice, PermissionName } from "./auth.ts";
import { anybody, endpoint, members, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { unusedPermissions, usedPermissions } from "./permissions.ts";
import {
  EmailAddress,
  Id,
  Instant,
  Kobo,
  NewPassword,
  Paging,
  PersonName,
  PhoneNumber,
  visibleName,
} from "./values.ts";

/** The largest amount that a member may approve, in kobo. Null: no limit. */
const ApprovalLimit = z.int().min(0).nullable();

const Member = z
  .object({
    id: Id,
    roleId: Id,
    role: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    approvalLimit: Kobo.nullable(),
  })
  .meta({ id: "Member" });

const Invitation = z
  .object({
    id: Id,
    email: z.string(),
    role: z.string(),
    approvalLimit: Kobo.nullable(),
    accepted: z.boolean(),
    expiresAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Invitation" });

const Role = z
  .object({ id: Id, name: z.string(), permissions: z.array(PermissionName), builtIn: z.boolean() })
  .meta({ id: "Role" });

const RoleBody = z.object({
  name: visibleName(60),
  permissions: z
    .array(z.enum([...PermissionName.options, ...unusedPermissions]))
    .min(1)
    .max(100)
    .transform(usedPermissions)
    .refine((used) => used.length > 0, "must have a permission that opens something here"),
});

const base = { tag: "Team", extension: true, dashboard: true, status: 200 } as const;
const team = { ...base, callers: membersAndKeys } as const;
const own = { ...base, callers: members, permission: null } as const;
const byId = z.object({ id: Id });

export const teamEndpoints = {
  listMembers: endpoint({
    ...team,
    method: "GET",
    path: "/team/members",
    summary: "List the members of the team",
    source: "api 6, wire 5",
    permission: "BROWSE_TEAM_MEMBER",
    query: Paging,
    reply: success({ data: z.array(Member), metadata: Metadata }),
  }),
  updateMember: endpoint({
    ...team,
    method: "PUT",
    path: "/team/member/{id}",
    summary: "Change a member's role or approval limit",
    source: "api 6, wire 5",
    // The approval limit needs the first permission, the role the second.
    permission: ["MANAGE_TEAM_MEMBER", "MANAGE_MEMBER_ROLE"],
    stepUp: true,
    message: ["Member information successfully updated.", CHANGE_SUBMITTED],
    params: byId,
    body: z.object({ approvalLimit: ApprovalLimit.optional(), roleId: Id.optional() }),
    reply: success({}),
  }),
  removeMember: endpoint({
    ...team,
    method: "DELETE",
    path: "/team/member/{id}",
    summary: "Remove a member; their sessions end",
    source: "dashboard 9",
    permission: "MANAGE_TEAM_MEMBER",
    stepUp: true,
    params: byId,
    reply: success({}),
  }),
  inviteMember: endpoint({
    ...team,
    method: "POST",
    path: "/team/invitations",
    summary: "Invite a person to the team",
    source: "api 6, wire 5",
    permission: "INVITE_TEAM_MEMBER",
    stepUp: true,
    idempotent: true,
    status: 201,
    message: ["Invitation successfully sent.", CHANGE_SUBMITTED],
    also: { status: 200, when: "The change waits for another approver." },
    body: z.object({ roleId: Id, email: EmailAddress, approvalLimit: ApprovalLimit.optional() }),
    reply: success({}),
  }),
  resendInvitation: endpoint({
    ...team,
    method: "POST",
    path: "/team/invitations/resend",
    summary: "Resend an invitation",
    source: "api 6, wire 5",
    permission: "INVITE_TEAM_MEMBER",
    message: "Invitation successfully resend.",
    body: z.object({ email: EmailAddress }),
    reply: success({}),
  }),
  listInvitations: endpoint({
    ...team,
    method: "GET",
    path: "/team/invitations",
    summary: "List invitations, newest first",
    source: "api 6, wire 5",
    permission: "INVITE_TEAM_MEMBER",
    query: Paging,
    reply: success({ data: z.array(Invitation), metadata: Metadata }),
  }),
  acceptInvitation: endpoint({
    ...base,
    callers: anybody,
    method: "POST",
    path: "/team/invitations/accept",
    summary: "Accept an invitation with the code from the e-mail",
    source: "api 6, wire 5",
    permission: null,
    status: 201,
    body: z.object({
      invitationCode: z.string().trim().min(1).max(200),
      firstName: PersonName,
      lastName: PersonName,
      phoneNumber: PhoneNumber,
      password: NewPassword,
    }),
    /** The holder of the code got it at this address, and signs in with it. */
    reply: success({ email: z.string() }),
  }),
  removeInvitation: endpoint({
    ...team,
    method: "DELETE",
    path: "/team/invitations/{id}",
    summary: "Withdraw an invitation",
    source: "dashboard 9",
    permission: "INVITE_TEAM_MEMBER",
    params: byId,
    reply: success({}),
  }),
  listPermissions: endpoint({
    ...team,
    method: "GET",
    path: "/team/permissions",
    summary: "List all permissions with their descriptions",
    source: "api 6, wire 5",
    permission: "BROWSE_ROLES",
    reply: success({ data: z.array(z.object({ name: PermissionName, description: z.string() })) }),
  }),
  listRoles: endpoint({
    ...team,
    method: "GET",
    path: "/team/roles",
    summary: "List roles, built-in and custom",
    source: "api 6, wire 5",
    permission: "BROWSE_ROLES",
    reply: success({ data: z.array(Role) }),
  }),
  createRole: endpoint({
    ...team,
    method: "POST",
    path: "/team/roles",
    summary: "Create a custom role",
    source: "api 6, wire 5",
    permission: "MANAGE_ROLES",
    stepUp: true,
    idempotent: true,
    status: 201,
    message: "Role successfully created.",
    body: RoleBody,
    reply: success({ data: Role }),
  }),
  updateRole: endpoint({
    ...team,
    method: "PATCH",
    path: "/team/roles/{id}",
    summary: "Change a custom role",
    source: "api 6, wire 5",
    permission: "MANAGE_ROLES",
    stepUp: true,
    message: ["Role successfully updated.", CHANGE_SUBMITTED],
    params: byId,
    body: RoleBody.partial(),
    reply: success({ data: Role }),
  }),
  removeRole: endpoint({
    ...team,
    method: "DELETE",
    path: "/team/roles/{id}",
    summary: "Remove an unused custom role",
    source: "dashboard 9",
    permission: "MANAGE_ROLES",
    stepUp: true,
    params: byId,
    reply: success({}),
  }),
  listMerchantsOfMember: endpoint({
    ...own,
    method: "GET",
    path: "/team/merchants",
    summary: "List your merchants",
    source: "api 6, wire 5",
    whileSuspended: true,
    reply: success({ data: z.array(MerchantChoice) }),
  }),
  switchMerchant: endpoint({
    ...own,
    method: "POST",
    path: "/team/merchants/switch",
    summary: "Switch this session to another of your merchants",
    source: "api 6, wire 5",
    whileSuspended: true,
    message: "Merchant successfully switched.",
    body: z.object({ merchantId: Id }),
    reply: success({}),
  }),
};
