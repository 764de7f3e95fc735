import { type Delivered, deliverMessages } from "../domain/messages/deliver-messages.ts";
import type { Job } from "./job.ts";

/** `count` hears what came of the messages of each run. */
export function deliverQueuedMessages(count: (delivered: Delivered) => void): Job {
  return {
    name: "deliver-messages",
    everySeconds: 1,
    async run(services, stopping) {
      const delivered = await deliverMessages(services, stopping);
      count(delivered);
      return delivered.sent + delivered.postponed + delivered.failed > 0 ? delivered : undefined;
    },
  };
}
