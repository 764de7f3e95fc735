import { deleteLoginFailuresBefore } from "../../db/login-failures.ts";
import { deleteEndedTokens } from "../../db/sessions.ts";
import type { Services } from "../context.ts";
import { windowStart } from "./login-throttle.ts";

/** Forgets expired tokens, sessions without any, and login failures that no longer count. Returns how many of each. */
export async function purgeSignInTraces(
  services: Pick<Services, "db" | "clock">,
): Promise<{ tokens: number; loginFailures: number }> {
  const now = services.clock.now();
  return {
    tokens: await deleteEndedTokens(services.db, now),
    loginFailures: await deleteLoginFailuresBefore(services.db, windowStart(now)),
  };
}
