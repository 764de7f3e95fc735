import { expireAccessChanges } from "../domain/access-changes/expire-access-changes.ts";
import { expireApprovals } from "../domain/approvals/expire-approvals.ts";
import type { Job } from "./job.ts";

export const expirePendingApprovals: Job = {
  name: "expire-approvals",
  everySeconds: 60,
  async run(services) {
    const expired = (await expireApprovals(services)) + (await expireAccessChanges(services));
    return expired > 0 ? { expired } : undefined;
  },
};
