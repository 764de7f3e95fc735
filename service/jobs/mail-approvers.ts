import { mailApprovers } from "../domain/approvals/mail-approvers.ts";
import type { Job } from "./job.ts";

/** Mails members about requests that they may approve. Decision 0118. */
export const mailWaitingApprovals: Job = { name: "mail-approvers", everySeconds: 20, run: mailApprovers };
