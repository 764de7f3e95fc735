import { deliverMessages } from "../domain/messages/deliver-messages.ts";
import type { Job } from "./job.ts";

export const deliverQueuedMessages: Job = {
  name: "deliver-messages",
  everySeconds: 1,
  async run(services, stopping) {
    const delivered = await deliverMessages(services, stopping);
    return delivered.sent + delivered.postponed + delivered.failed > 0 ? delivered : undefined;
  },
};
