import { purgeSignInTraces } from "../domain/auth/sign-in/purge-sign-in-traces.ts";
import type { Job } from "./job.ts";

export const purgeTraces: Job = {
  name: "purge-sign-in-traces",
  everySeconds: 600,
  async run(services) {
    const purged = await purgeSignInTraces(services);
    return purged.tokens + purged.loginFailures > 0 ? purged : undefined;
  },
};
