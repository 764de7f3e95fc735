const OWN = "http://own.invalid";

/** Where to go after sign-in: a page of our own, else the front page. Never another site, never the API. Dashboard 2.5. */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, OWN)) return "/";
  // As a browser reads it: `/\evil.example` and `/<tab>/evil.example` name another site, `/.//evil.example` a path that would.
  const { origin, pathname, search, hash } = new URL(wanted, OWN);
  const isPage =
    origin === OWN &&
    !pathname.startsWith("//") &&
    !/^\/(api|login|register|activate|forgot|reset|invite)(\/|$)/.test(pathname);
  return isPage ? `${pathname}${search}${hash}` : "/";
}
