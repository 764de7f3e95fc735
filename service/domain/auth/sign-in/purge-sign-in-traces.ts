import { deleteFailedSignInsBefore } from "../../../db/auth/failed-sign-ins.ts";
import { deleteLoginFailuresBefore } from "../../../db/auth/login-failures.ts";
import { deleteChallengesBefore } from "../../../db/auth/passkeys.ts";
import { deleteRegistrationsBefore } from "../../../db/auth/registrations.ts";
import { deleteEndedTokens } from "../../../db/auth/sessions.ts";
import type { Services } from "../../context.ts";
import { FAILED_SIGN_IN_DAYS } from "./failed-sign-ins.ts";
import { dayStart } from "./login-throttle.ts";

/** Registrations are kept for a week, so that a late person can request a new code. */
const REGISTRATION_DAYS = 7;

/**
 * Deletes registrations that nobody activated, expired tokens, sessions without tokens, login failures outside the
 * window, expired challenges, and failed sign-ins that are no longer shown. Returns the number of each.
 */
export async function purgeSignInTraces(services: Pick<Services, "db" | "clock">) {
  const now = services.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return {
    tokens: await deleteEndedTokens(services.db, now),
    loginFailures: await deleteLoginFailuresBefore(services.db, dayStart(now)),
    registrations: await deleteRegistrationsBefore(services.db, before(REGISTRATION_DAYS)),
    challenges: await deleteChallengesBefore(services.db, now),
    failedSignIns: await deleteFailedSignInsBefore(services.db, before(FAILED_SIGN_IN_DAYS)),
  };
}
