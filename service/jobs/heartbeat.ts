import { HEARTBEAT_SECONDS, recordHeartbeat } from "../domain/check-readiness.ts";
import type { Job } from "./job.ts";

export const heartbeat: Job = {
  name: "heartbeat",
  everySeconds: HEARTBEAT_SECONDS,
  async run(services) {
    await recordHeartbeat(services);
    return undefined;
  },
};
