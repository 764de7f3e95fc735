import { purgeMessages } from "../domain/messages/purge-messages.ts";
import type { Job } from "./job.ts";

export const purgeOldMessages: Job = {
  name: "purge-messages",
  everySeconds: 600,
  async run(services) {
    const purged = await purgeMessages(services);
    return Object.values(purged).some((count) => count > 0) ? purged : undefined;
  },
};
