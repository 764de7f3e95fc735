import { deleteLoginFailuresBefore } from "../../db/auth/login-failures.ts";
import { deleteRegistrationsBefore } from "../../db/auth/registrations.ts";
import { deleteEndedTokens } from "../../db/auth/sessions.ts";
import type { Services } from "../context.ts";
import { windowStart } from "./login-throttle.ts";

/** Whoever comes back within a week gets a new code for what they said. */
const REGISTRATION_DAYS = 7;

/** Forgets registrations that nobody activated, expired tokens, sessions without any, and login failures that no longer count. Returns how many of each. */
export async function purgeSignInTraces(
  services: Pick<Services, "db" | "clock">,
): Promise<{ tokens: number; loginFailures: number; registrations: number }> {
  const now = services.clock.now();
  return {
    tokens: await deleteEndedTokens(services.db, now),
    loginFailures: await deleteLoginFailuresBefore(services.db, windowStart(now)),
    registrations: await deleteRegistrationsBefore(
      services.db,
      new Date(now.getTime() - REGISTRATION_DAYS * 86_400_000),
    ),
  };
}
