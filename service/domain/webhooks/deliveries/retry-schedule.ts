/** Attempt 1 starts immediately; these are the pauses before the later attempts. Spec 6.5. */
export const RETRY_DELAYS_SECONDS = [60, 300] as const;
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1;

/** The maximum delay of a retry, so that simultaneous failures are not retried simultaneously. */
const JITTER_SHARE = 0.05;
const MAX_JITTER_MS = 3_000;

/**
 * The time of the next attempt after `attempt` (from 1) failed at `failedAt`; null after the last attempt. Never
 * early: the jitter adds 0-5 %, at most 3 s. `random` is in [0, 1). Pure. Webhooks 5.
 */
export function nextAttemptAt(attempt: number, failedAt: Date, random: number): Date | null {
  const seconds = RETRY_DELAYS_SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const delayMs = seconds * 1000;
  return new Date(failedAt.getTime() + delayMs + Math.min(delayMs * JITTER_SHARE, MAX_JITTER_MS) * random);
}
