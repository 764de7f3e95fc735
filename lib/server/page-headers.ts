/** Where layouts find the nonce of this answer, and the path that was asked for. */
export const NONCE_HEADER = "x-nonce";
export const PATH_HEADER = "x-path";

type Served = { nonce: string; isSecure: boolean; isDevelopment: boolean };

/** The Content-Security-Policy of every page: nothing but our own, scripts only by nonce. Dashboard 3. */
export function contentSecurityPolicy({ nonce, isDevelopment }: Omit<Served, "isSecure">): string {
  // React's error overlay needs eval, in development only.
  const scripts = `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of every page. Nothing is kept by any cache: what stands behind sign-in must not outlive it. */
export function pageHeaders(served: Served): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(served),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    ...(served.isSecure && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}
