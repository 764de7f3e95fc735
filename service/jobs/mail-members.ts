import { mailApprovers } from "../domain/approvals/mail-approvers.ts";
import { mailWeeklyReports } from "../domain/insights/mail-weekly-reports.ts";
import type { Job } from "./job.ts";

/** Mails members about requests that they may approve, and the weekly report. Decisions 0118, 0144. */
export const mailMembers: Job[] = [
  { name: "mail-approvers", everySeconds: 20, run: mailApprovers },
  { name: "mail-weekly-reports", everySeconds: 60, run: mailWeeklyReports },
];
