const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** `Chrome on Windows`, from the user agent: it helps to recognise a session, but proves nothing. */
export function browserName(userAgent: string | null): string {
  const find = (marks: readonly (readonly [string, string])[]) =>
    marks.find(([mark]) => userAgent?.includes(mark))?.[1];
  const browser = find(BROWSERS);
  if (browser === undefined) return "Unknown browser";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
