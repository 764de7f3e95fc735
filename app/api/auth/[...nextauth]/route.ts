import { randomUUID } from "node:crypto";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { settings } from "../../../../lib/server/env.ts";
import { API_HEADERS, proxyError } from "../../../../lib/server/proxy/proxy-error.ts";
import { withBufferedBody } from "../../../../lib/server/proxy/request-body.ts";
import { isSameOrigin } from "../../../../lib/server/proxy/request-checks.ts";
import { authOptions } from "../../../../lib/server/session/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// The dashboard needs only these. In particular, no GET session: next-auth would set an old cookie again after a token
// refresh.
const ALLOWED_ACTIONS = ["GET csrf", "POST callback/credentials", "POST callback/passkey", "POST signout"];

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const action = `${request.method} ${(await context.params).nextauth.join("/")}`;
  if (!ALLOWED_ACTIONS.includes(action)) return proxyError("not_found", randomUUID());
  if (!isSameOrigin(request, settings())) return proxyError("bad_origin", randomUUID());
  // next-auth reads a body of any size before its own checks, so limit the body here.
  const buffered = await withBufferedBody(request);
  if (!buffered) return proxyError("body_too_large", randomUUID());
  const cookies: string[] = [];
  const options = authOptions(settings(), (setCookie) => void cookies.push(setCookie));
  const response: Response = await NextAuth(buffered, context, options);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
  return response;
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
