/** Business time: all dates and clocks of the dashboard are those of Lagos, which has no summer time. Dashboard 6. */
const ZONE = "Africa/Lagos";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const parts = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

export type Instant = string | number | Date;

/** `19 Nov, 13:41`; with the year in place of the clock when it is not this year's: `19 Nov 2025`. */
export function shortInstant(instant: Instant, now: Instant): string {
  const { day, month, year, hour, minute } = inLagos(instant);
  return year === inLagos(now).year ? `${day} ${month}, ${hour}:${minute}` : `${day} ${month} ${year}`;
}

/** `9 Nov 2026, 16:18`. */
export function longInstant(instant: Instant): string {
  const { day, month, year, hour, minute } = inLagos(instant);
  return `${day} ${month} ${year}, ${hour}:${minute}`;
}

/** `14:02:11`, for "as of". */
export function clockTime(instant: Instant): string {
  const { hour, minute, second } = inLagos(instant);
  return `${hour}:${minute}:${second}`;
}

/** Every way to say one instant, for the hint behind a time. */
export function instantFacts(instant: Instant): { lagos: string; utc: string; iso: string; unix: string } {
  const date = new Date(instant);
  const iso = date.toISOString();
  return {
    lagos: `${longInstant(date)}:${inLagos(date).second} WAT`,
    utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`,
    iso,
    unix: String(Math.floor(date.getTime() / 1000)),
  };
}

function inLagos(instant: Instant) {
  const found = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return {
    day: String(Number(found.day)),
    month: MONTHS[Number(found.month) - 1] ?? "",
    year: found.year ?? "",
    hour: found.hour ?? "",
    minute: found.minute ?? "",
    second: found.second ?? "",
  };
}
