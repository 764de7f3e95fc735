const LAGOS_MS = 3_600_000;

/** `2026-03-02 00:30:00`: Lagos has no daylight saving time. */
export function lagosText(instant: string): string {
  return new Date(Date.parse(instant) + LAGOS_MS).toISOString().slice(0, 19).replace("T", " ");
}
