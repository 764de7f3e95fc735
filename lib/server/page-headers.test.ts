import { describe, expect, it } from "vitest";
import { pageHeaders } from "./page-headers.ts";

const served = { nonce: "n0nce", isSecure: false, isDevelopment: false };

describe("page headers", () => {
  it("match dashboard 3 exactly", () => {
    expect(pageHeaders(served)).toEqual({
      "Content-Security-Policy":
        "default-src 'none'; script-src 'nonce-n0nce' 'strict-dynamic'; style-src 'self' 'nonce-n0nce'; " +
        "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Permissions-Policy":
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
        "midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
      "Cache-Control": "private, no-store",
    });
  });

  it("name the card issuers as the only origins of frames", () => {
    const policy = pageHeaders({ ...served, cardOrigins: ["https://cards.example"] })["Content-Security-Policy"];
    expect(policy).toContain("; frame-src https://cards.example;");
  });

  it("set HSTS when the dashboard is served over HTTPS", () => {
    expect(pageHeaders({ ...served, isSecure: true })["Strict-Transport-Security"]).toMatch(/^max-age=\d{8}/);
  });

  it("allow eval in development only", () => {
    expect(pageHeaders({ ...served, isDevelopment: true })["Content-Security-Policy"]).toContain("'unsafe-eval'");
  });
});
