import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";

/** When a member is mailed about requests that they may approve: never, together every 15 minutes, or one by one. Decision 0118. */
export const ApprovalMails = z.enum(["off", "digest", "each"]);
export type ApprovalMails = z.output<typeof ApprovalMails>;

/** The first steps of a new merchant, which a member may dismiss from the overview. Dashboard 5.1. */
export const FirstStep = z.enum(["fund", "wallet", "credit", "transfer", "invite", "key", "webhook", "live"]);
export type FirstStep = z.output<typeof FirstStep>;

/**
 * The first steps that this member may take, in their order; null once each of them is done or dismissed. `key`: a key was used;
 * `webhook`: events have somewhere to go; `live`: the account is in PRODUCTION.
 */
export const FirstSteps = z
  .array(z.object({ step: FirstStep, isDone: z.boolean(), isDismissed: z.boolean() }))
  .nullable();
export type FirstSteps = z.output<typeof FirstSteps>;

const Preferences = z
  .object({ approvalMails: ApprovalMails, weeklyReport: z.boolean(), dismissedSteps: z.array(FirstStep) })
  .meta({ id: "Preferences" });
export type Preferences = z.output<typeof Preferences>;

const own = {
  tag: "Sign-in",
  callers: members,
  extension: true,
  dashboard: true,
  permission: null,
  status: 200,
  path: "/user/preferences",
  reply: success({ data: Preferences }),
} as const;

/** What a member chooses for themselves at this merchant. */
export const preferenceEndpoints = {
  getPreferences: endpoint({ ...own, method: "GET", summary: "Get your preferences", source: "api 6" }),
  updatePreferences: endpoint({
    ...own,
    method: "PATCH",
    summary: "Change your preferences",
    source: "api 6",
    body: z
      .object({ approvalMails: ApprovalMails, weeklyReport: z.boolean(), dismissedSteps: z.array(FirstStep).max(10) })
      .partial(),
  }),
};
