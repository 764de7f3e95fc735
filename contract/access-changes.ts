import * as z from "zod";
import { PendingStatus } from "./approvals.ts";
import { endpoint, members } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { Facts, Id, Instant, Kobo, Mode, Paging, Reason } from "./values.ts";

/** The message of a change that waits for another approver. Decision 0073. */
export const CHANGE_SUBMITTED = "Change successfully submitted for approval.";

/**
 * A requested change that gives members more access, or changes who may move or approve money. `subject` is the e-mail, member, role or
 * tenant that changes, `label` its name. `neededLimit`: the approval limit that it gives, in kobo; null means no limit. A withdrawn
 * change is DECLINED by the member who requested it. Decision 0073.
 */
export const AccessChange = z
  .object({
    id: Id,
    kind: z.enum(["invitation", "member", "role", "settings"]),
    subject: z.string(),
    label: z.string(),
    mode: Mode,
    status: PendingStatus,
    creator: Id,
    creatorName: z.string(),
    before: Facts.nullable(),
    after: Facts,
    neededLimit: Kobo.nullable(),
    decidedByName: z.string().nullable(),
    decidedAt: Instant.nullable(),
    comment: z.string().nullable(),
    reason: z.string().nullable(),
    expiresAt: Instant,
    createdAt: Instant,
    viewer: z.object({ canApprove: z.boolean(), canWithdraw: z.boolean(), reason: z.string().nullable() }),
  })
  .meta({ id: "AccessChange" });
export type AccessChange = z.infer<typeof AccessChange>;

const changes = { tag: "Approvals", extension: true, dashboard: true, status: 200, callers: members } as const;
const byId = z.object({ id: Id });

export const accessChangeEndpoints = {
  listAccessChanges: endpoint({
    ...changes,
    method: "GET",
    path: "/team/changes",
    replica: true,
    summary: "List requested changes of access, newest first",
    source: "api 6",
    permission: ["APPROVE_TRANSFER", "BROWSE_TEAM_MEMBER", "UPDATE_MERCHANT_DETAIL"],
    query: Paging.extend({ status: z.enum([...PendingStatus.options, "ALL"]).default("PENDING") }),
    reply: success({ data: z.array(AccessChange), metadata: Metadata }),
  }),
  getAccessChange: endpoint({
    ...changes,
    method: "GET",
    path: "/team/changes/{id}",
    summary: "Get a requested change of access",
    source: "api 6",
    permission: ["APPROVE_TRANSFER", "BROWSE_TEAM_MEMBER", "UPDATE_MERCHANT_DETAIL"],
    params: byId,
    reply: success({ data: AccessChange }),
  }),
  approveAccessChange: endpoint({
    ...changes,
    method: "POST",
    path: "/team/changes/{id}/approve",
    summary: "Agree to a requested change of access and apply it",
    source: "api 6",
    permission: "APPROVE_TRANSFER",
    stepUp: true,
    idempotent: true,
    message: "Change successfully approved.",
    params: byId,
    body: z.object({ comment: Reason.optional() }),
    reply: success({}),
  }),
  removeAccessChange: endpoint({
    ...changes,
    method: "DELETE",
    path: "/team/changes/{id}",
    summary: "Decline a requested change of access, or withdraw your own",
    source: "api 6",
    // An approver declines; the member who requested it withdraws. The domain function decides which.
    permission: [
      "APPROVE_TRANSFER",
      "INVITE_TEAM_MEMBER",
      "MANAGE_TEAM_MEMBER",
      "MANAGE_MEMBER_ROLE",
      "MANAGE_ROLES",
      "UPDATE_MERCHANT_DETAIL",
    ],
    stepUp: true,
    message: "Change successfully removed.",
    params: byId,
    body: z.object({ reason: Reason }),
    reply: success({}),
  }),
};
