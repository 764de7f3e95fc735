import { deleteLoginFailuresBefore } from "../../../db/auth/login-failures.ts";
import { deleteRegistrationsBefore } from "../../../db/auth/registrations.ts";
import { deleteEndedTokens } from "../../../db/auth/sessions.ts";
import type { Services } from "../../context.ts";
import { windowStart } from "./login-throttle.ts";

/** Registrations are kept for a week, so that a late person can request a new code. */
const REGISTRATION_DAYS = 7;

/**
 * Deletes registrations that nobody activated, expired tokens, sessions without tokens, and login failures outside the
 * window. Returns the number of each.
 */
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
