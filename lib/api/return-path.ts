const BASE_URL = "http://own.invalid";

/**
 * The return path after sign-in: a page of the dashboard, otherwise the overview. Never another site or the API.
 * Dashboard 2.5.
 */
export function safeReturnPath(requested: string | null | undefined): string {
  if (!requested?.startsWith("/") || !URL.canParse(requested, BASE_URL)) return "/";
  // Parse it as a browser does: `/\evil.example` and `/<tab>/evil.example` point to another site, and so would the
  // path of `/.//evil.example`.
  const { origin, pathname, search, hash } = new URL(requested, BASE_URL);
  const isPage =
    origin === BASE_URL &&
    !pathname.startsWith("//") &&
    !/^\/(api|login|register|activate|forgot|reset|invite)(\/|$)/.test(pathname);
  return isPage ? `${pathname}${search}${hash}` : "/";
}
