import type { Session } from "../../../../lib/permissions.ts";

/** Checks a URL's form. Whether it may be called is the service's decision. Webhooks 1, 9. */
export function urlProblem(text: string, mode: Session["mode"]): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return "Give a whole address, such as https://example.com/hooks.";
  if (url.username || url.password) return "Leave user name and password out of the address.";
  if (url.protocol === "http:" && mode === "PRODUCTION") return "http: works in the sandbox only. Use https:.";
  return undefined;
}
