/**
 * The dashboard shows dates and times in Lagos time, which has no daylight saving, unless the person chooses another
 * zone.
 */
const LAGOS = formatIn("Africa/Lagos");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The time zone of the display: Lagos, UTC, or the computer's. */
export const SHOWN_ZONES = ["lagos", "utc", "here"] as const;
export type ShownZone = (typeof SHOWN_ZONES)[number];

let shown: { zone: ShownZone; parts: Intl.DateTimeFormat } = { zone: "lagos", parts: LAGOS };
const listeners = new Set<() => void>();

/** Sets the time zone of the display. Its name is shown next to the time unless it is Lagos. In the browser only. */
export function setShownZone(zone: ShownZone): void {
  if (zone === shown.zone) return;
  shown = { zone, parts: zone === "lagos" ? LAGOS : formatIn(zone === "utc" ? "UTC" : undefined) };
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the zone changes, until the returned function is called. */
export function onShownZoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownZone(): ShownZone {
  return shown.zone;
}

export type Instant = string | number | Date;

/** `19 Nov, 13:41`; in another year the year replaces the time: `19 Nov 2025`. */
export function shortInstant(instant: Instant, now: Instant): string {
  const { day, month, year, hour, minute, zone } = inZone(instant);
  return year === inZone(now).year ? `${day} ${month}, ${hour}:${minute}${zone}` : `${day} ${month} ${year}`;
}

/** `9 Nov 2026, 16:18`. */
export function longInstant(instant: Instant): string {
  const { day, month, year, hour, minute, zone } = inZone(instant);
  return `${day} ${month} ${year}, ${hour}:${minute}${zone}`;
}

/** `today`, or `on 9 Nov 2026`. */
export function dayText(instant: Instant): string {
  const dayOf = (one: Instant) => longInstant(one).split(",")[0];
  return dayOf(instant) === dayOf(Date.now()) ? "today" : `on ${dayOf(instant)}`;
}

/** `14:02:11`, for "as of". */
export function clockTime(instant: Instant): string {
  const { hour, minute, second, zone } = inZone(instant);
  return `${hour}:${minute}:${second}${zone}`;
}

/** One instant in every notation, for a tooltip. */
export function instantNotations(instant: Instant): { lagos: string; utc: string; iso: string; unix: string } {
  const date = new Date(instant);
  const iso = date.toISOString();
  const { day, month, year, hour, minute, second } = inZone(date, LAGOS);
  return {
    lagos: `${day} ${month} ${year}, ${hour}:${minute}:${second} WAT`,
    utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`,
    iso,
    unix: String(Math.floor(date.getTime() / 1000)),
  };
}

function inZone(instant: Instant, parts = shown.parts) {
  const found = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return {
    day: String(Number(found.day)),
    month: MONTHS[Number(found.month) - 1] ?? "",
    year: found.year ?? "",
    hour: found.hour ?? "",
    minute: found.minute ?? "",
    second: found.second ?? "",
    zone: parts === LAGOS ? "" : ` ${found.timeZoneName ?? ""}`,
  };
}

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}
