import { type NextRequest, NextResponse } from "next/server";
import { settings } from "./lib/server/env.ts";
import { NONCE_HEADER, PATH_HEADER, pageHeaders } from "./lib/server/page-headers.ts";

/** Adds security headers and a new nonce to every page. Dashboard 3. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const answered = pageHeaders({ nonce, ...settings() });
  const asked = new Headers(request.headers);
  asked.set(NONCE_HEADER, nonce);
  asked.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  // Next takes the nonce for its own scripts from this header.
  asked.set("Content-Security-Policy", answered["Content-Security-Policy"] ?? "");
  const response = NextResponse.next({ request: { headers: asked } });
  for (const [name, value] of Object.entries(answered)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Excludes /api, because Next would buffer the bodies of matched requests and cut them at 10 MB. Static files are
  // excluded by name, not by suffix: /transfers/receipt.png may be a page.
  matcher: ["/((?!api/|_next/static/).*)"],
};
