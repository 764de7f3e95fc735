const OWN = "http://own.invalid";

/** Where to go after sign-in: a page of our own, else the front page. Never another site, never the API. Dashboard 2.5. */
export function ownPath(wanted: string | null | undefined): string {
  // Browsers read `\` as `/` and skip tabs and line ends, so `/\evil.example` would leave the site.
  const isPlain = wanted?.startsWith("/") && !wanted.startsWith("//") && !/[\\\p{Cc}]/u.test(wanted);
  if (!wanted || !isPlain || !URL.canParse(wanted, OWN)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, OWN);
  const isPage = origin === OWN && !pathname.startsWith("//") && !/^\/(api|login)(\/|$)/.test(pathname);
  return isPage ? `${pathname}${search}${hash}` : "/";
}
