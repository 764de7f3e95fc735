import { texts } from "./texts.ts";

/** Names of headers whose values would let a reader impersonate the sender or the receiver's user. */
const SECRET = /signature|^authorization$|cookie|authenticate/;
const SKEW_TOLD_MS = 5_000;

/** Headers as lines, sorted by name; secret values keep four characters at each end. Dashboard 5.10. */
export function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${SECRET.test(name.toLowerCase()) ? masked(value) : value}`);
}

function masked(value: string): string {
  return value.length < 16 ? "••••" : `${value.slice(0, 4)}••••••••${value.slice(-4)}`;
}

/** `850 B`, `16 KiB`, `1.2 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / 1024 / 1024, "MiB"];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}

/** JSON with line breaks; other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * The difference between the receiver's clock and ours, from the response's `Date` header. It has whole seconds, so small
 * differences count as none. A receiver that is off by more than 300 s rejects every signature.
 */
export function skewText(
  date: string | undefined,
  { startedAt, durationMs }: { startedAt: string; durationMs: number },
): string | undefined {
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return undefined;
  const skew = theirs - (Date.parse(startedAt) + durationMs);
  if (Math.abs(skew) < SKEW_TOLD_MS) return texts.theReceiversClockAgrees;
  const seconds = Math.round(Math.abs(skew) / 1000).toLocaleString("en-NG");
  const warning = Math.abs(skew) > 300_000 ? texts.itWillRefuseSignatures : "";
  return texts.theReceiversClockIs(seconds, skew > 0 ? texts.aheadOf : "behind", warning);
}
