import { expireApprovals } from "../domain/approvals/expire-approvals.ts";
import type { Job } from "./job.ts";

export const expirePendingApprovals: Job = {
  name: "expire-approvals",
  everySeconds: 60,
  async run(services) {
    const expired = await expireApprovals(services);
    return expired > 0 ? { expired } : undefined;
  },
};
