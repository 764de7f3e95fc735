const OWN = "http://own.invalid";

/**
 * The return path after sign-in: a page of the dashboard, otherwise the overview. Never another site or the API.
 * Dashboard 2.5.
 */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, OWN)) return "/";
  // Parse it as a browser does: `/\evil.example` and `/<tab>/evil.example` point to another site, and so would the
  // path of `/.//evil.example`.
  const { origin, pathname, search, hash } = new URL(wanted, OWN);
  const isPage =
    origin === OWN &&
    !pathname.startsWith("//") &&
    !/^\/(api|login|register|activate|forgot|reset|invite)(\/|$)/.test(pathname);
  return isPage ? `${pathname}${search}${hash}` : "/";
}
