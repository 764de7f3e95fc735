/** Spec 6.5: deliveries per minute and subscription. Bulk replays stop earlier, to leave room for live events. */
export const DELIVERIES_PER_MINUTE = 100;
export const REPLAYED_PER_MINUTE = 80;

export const MADE_WINDOW_MS = 60_000;
/** Half a second more than a minute, because the receiver's clock may differ. */
const SENT_WINDOW_MS = 60_500;

/**
 * The times at which a subscription's kept deliveries were made and their first attempts were sent; ms since 1970,
 * ascending.
 */
export type Windows = { made: readonly number[]; sent: readonly number[] };

/** Counts the kept deliveries made in the 60 s up to and including `at`. Pure. Webhooks 5. */
export function countMade(windows: Windows, at: number): number {
  return windows.made.filter((made) => made > at - MADE_WINDOW_MS && made <= at).length;
}

/**
 * The windows with a delivery made at `at` added, or null when they hold a hundred already and the delivery is rejected: made in its
 * minute, or still to be sent from a queue that the subscription had before. Pure.
 */
export function keepMade(windows: Windows, { at, now }: { at: number; now: number }): Windows | null {
  const isQueueFull = (windows.made.at(-DELIVERIES_PER_MINUTE) ?? Number.NEGATIVE_INFINITY) > now;
  if (isQueueFull || countMade(windows, at) >= DELIVERIES_PER_MINUTE) return null;
  const made = withTime(windows.made, at);
  return { ...windows, made: since(made, Math.min(made.at(-1) ?? at, now) - MADE_WINDOW_MS) };
}

/** The longest time that a delivery waits for its place, from when the worker first sees it. Decision 0121. */
export const MAX_WAIT_MS = 24 * 3_600_000;

/**
 * The windows with the next free place, and the time of that place: `now` where the minute has room, later where 100 others come first.
 * Null where the delivery would wait longer than a day from now, and is rejected. Pure. Decision 0121.
 */
export function takePlace(windows: Windows, now: number): { windows: Windows; place: number } | null {
  const { made } = windows;
  const place = Math.max(now, (made.at(-DELIVERIES_PER_MINUTE) ?? Number.NEGATIVE_INFINITY) + SENT_WINDOW_MS);
  if (place - now > MAX_WAIT_MS) return null;
  // The last hundred places decide about the next one; those of the minute until now are shown as used.
  const kept = made.filter(
    (time, index) => index > made.length - DELIVERIES_PER_MINUTE || (time > now - MADE_WINDOW_MS && time <= now),
  );
  return { windows: { ...windows, made: withTime(kept, place) }, place };
}

/**
 * The windows with a first attempt sent at `now` added; or, without room, the time at which there is room, after
 * `ahead` others that wait too. Pure.
 */
export function admitSent(windows: Windows, now: number, ahead = 0): { admitted: Windows } | { roomAt: number } {
  const sent = since(windows.sent, now - SENT_WINDOW_MS);
  if (sent.length < DELIVERIES_PER_MINUTE) return { admitted: { ...windows, sent: withTime(sent, now) } };
  const first = sent[sent.length - DELIVERIES_PER_MINUTE + (ahead % DELIVERIES_PER_MINUTE)] ?? now;
  const rounds = 1 + Math.floor(ahead / DELIVERIES_PER_MINUTE);
  return { roomAt: first + rounds * SENT_WINDOW_MS };
}

function since(times: readonly number[], start: number): readonly number[] {
  return times.filter((time) => time > start);
}

function withTime(times: readonly number[], time: number): readonly number[] {
  const last = times.at(-1);
  return last === undefined || last <= time ? [...times, time] : [...times, time].sort((a, b) => a - b);
}
