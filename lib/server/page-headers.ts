/** Request headers in which layouts find the nonce of the response and the requested path. */
export const NONCE_HEADER = "x-nonce";
export const PATH_HEADER = "x-path";

type PageContext = {
  nonce: string;
  isSecure: boolean;
  isDevelopment: boolean;
  /** The origins of card issuers, whose pages with card numbers are shown in frames. Cards 1. */
  cardOrigins?: readonly string[];
};

/** The Content-Security-Policy of every page: own origin only, scripts only by nonce. Dashboard 3. */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
  cardOrigins = [],
}: Omit<PageContext, "isSecure">): string {
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
    ...(cardOrigins.length > 0 ? [`frame-src ${cardOrigins.join(" ")}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Features of the browser that no page uses. Passkeys and the clipboard keep their default: the own origin only. */
const PERMISSIONS = ["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"]
  .concat(["microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"])
  .map((feature) => `${feature}=()`)
  .join(", ");

/** The headers of every page. No cache stores a page: pages behind sign-in must not outlive the session. */
export function pageHeaders(served: PageContext): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(served),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    // A page that another window opened, or that opened another, shares no browsing context with it.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
    "Cache-Control": "private, no-store",
    ...(served.isSecure && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}
