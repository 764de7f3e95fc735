import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Id, Instant } from "./values.ts";

const OwnSession = z
  .object({
    id: Id,
    merchant: z.string(),
    channel: z.enum(["dashboard", "api"]),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    lastUsedAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: "OwnSession" });

/** `passkey_copied`: the passkey's counter went back, so somebody may have copied it. */
const FailedSignIn = z
  .object({
    at: Instant,
    reason: z.enum(["password", "code", "passkey", "passkey_copied"]),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: "FailedSignIn" });

const own = {
  tag: "Sign-in",
  callers: members,
  extension: true,
  dashboard: true,
  permission: null,
  status: 200,
} as const;

/** Where a person is signed in, and who failed to sign in as them. */
export const ownSessionEndpoints = {
  listSessions: endpoint({
    ...own,
    method: "GET",
    path: "/user/sessions",
    summary: "List your sessions",
    source: "dashboard 2.5",
    reply: success({ data: z.array(OwnSession) }),
  }),
  revokeSession: endpoint({
    ...own,
    method: "DELETE",
    path: "/user/sessions/{id}",
    summary: "End one of your sessions",
    source: "dashboard 2.5",
    params: z.object({ id: Id }),
    reply: success({}),
  }),
  endOtherSessions: endpoint({
    ...own,
    method: "DELETE",
    path: "/user/sessions",
    summary: "End all your other sessions",
    source: "api 2, decision 0081",
    reply: success({ data: z.object({ ended: z.int() }) }),
  }),
  listFailedSignIns: endpoint({
    ...own,
    method: "GET",
    path: "/user/sign-in-failures",
    summary: "List the failed sign-ins to your account of the last 30 days",
    source: "api 2, decision 0081",
    reply: success({ data: z.array(FailedSignIn) }),
  }),
};
