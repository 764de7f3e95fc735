const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The time zone of the display: Lagos, which has no daylight saving, unless the person chooses UTC or the computer's. Functions without a
 * zone use the chosen one.
 */
export const SHOWN_ZONES = ["lagos", "utc", "here"] as const;
export type ShownZone = (typeof SHOWN_ZONES)[number];

const PARTS = { lagos: formatIn("Africa/Lagos"), utc: formatIn("UTC"), here: formatIn(undefined) };
let shown: ShownZone = "lagos";
const listeners = new Set<() => void>();

/** Sets the time zone of the display. Its name is shown next to the time unless it is Lagos. In the browser only. */
export function setShownZone(zone: ShownZone): void {
  if (zone === shown) return;
  shown = zone;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the zone changes, until the returned function is called. */
export function onShownZoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownZone(): ShownZone {
  return shown;
}

export type Instant = string | number | Date;

/** `19 Nov, 13:41`; in another year the year replaces the time: `19 Nov 2025`. */
export function shortInstant(instant: Instant, now: Instant, shownIn = shown): string {
  const { day, month, year, hour, minute, zone } = inZone(instant, shownIn);
  return year === inZone(now, shownIn).year ? `${day} ${month}, ${hour}:${minute}${zone}` : `${day} ${month} ${year}`;
}

/** `9 Nov 2026, 16:18`. */
export function longInstant(instant: Instant, shownIn = shown): string {
  const { day, month, year, hour, minute, zone } = inZone(instant, shownIn);
  return `${day} ${month} ${year}, ${hour}:${minute}${zone}`;
}

/** `today`, or `on 9 Nov 2026`. */
export function dayText(instant: Instant, shownIn = shown): string {
  const dayOf = (one: Instant) => longInstant(one, shownIn).split(",")[0];
  return dayOf(instant) === dayOf(Date.now()) ? "today" : `on ${dayOf(instant)}`;
}

/** `14:02:11`, for "as of". */
export function clockTime(instant: Instant, shownIn = shown): string {
  const { hour, minute, second, zone } = inZone(instant, shownIn);
  return `${hour}:${minute}:${second}${zone}`;
}

/** One instant in every notation, for a tooltip. */
export function instantNotations(instant: Instant): { lagos: string; utc: string; iso: string; unix: string } {
  const date = new Date(instant);
  const iso = date.toISOString();
  const { day, month, year, hour, minute, second } = inZone(date, "lagos");
  return {
    lagos: `${day} ${month} ${year}, ${hour}:${minute}:${second} WAT`,
    utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`,
    iso,
    unix: String(Math.floor(date.getTime() / 1000)),
  };
}

function inZone(instant: Instant, shownIn: ShownZone) {
  const found = Object.fromEntries(
    PARTS[shownIn].formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  return {
    day: String(Number(found.day)),
    month: MONTHS[Number(found.month) - 1] ?? "",
    year: found.year ?? "",
    hour: found.hour ?? "",
    minute: found.minute ?? "",
    second: found.second ?? "",
    zone: shownIn === "lagos" ? "" : ` ${found.timeZoneName ?? ""}`,
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
