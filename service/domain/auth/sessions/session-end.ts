type Channel = "dashboard" | "api";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The dashboard's automatic sign-out uses the same 30 minutes, and its cookie the same 12 hours. Decision 0079. */
const LIMITS: Record<Channel, { totalMs: number; idleMs: number }> = {
  dashboard: { totalMs: 12 * 60 * MINUTE_MS, idleMs: 30 * MINUTE_MS },
  api: { totalMs: 30 * DAY_MS, idleMs: 7 * DAY_MS },
};
/** How far the stored time of the last use may be behind: one write a minute instead of one per call. */
const USE_RECORDED_EVERY_MS = MINUTE_MS;

/** When a session ends at the latest, no matter how often its tokens are refreshed. API 2, decision 0079. */
export function absoluteEnd({ channel, createdAt }: { channel: Channel; createdAt: Date }): Date {
  return new Date(createdAt.getTime() + LIMITS[channel].totalMs);
}

/** When a session ends unless it is used again: at its absolute end or after the idle time, whichever is first. */
export function sessionEnd(session: { channel: Channel; createdAt: Date; lastUsedAt: Date }): Date {
  const idleEnd = session.lastUsedAt.getTime() + LIMITS[session.channel].idleMs;
  return new Date(Math.min(absoluteEnd(session).getTime(), idleEnd));
}

/** Whether a use at `now` must be stored. */
export function mustRecordUse(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= USE_RECORDED_EVERY_MS;
}
