import { randomUUID } from "node:crypto";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { settings } from "../../../../lib/server/env.ts";
import { API_HEADERS, ownFailure } from "../../../../lib/server/proxy/proxy-error.ts";
import { withHeldBody } from "../../../../lib/server/proxy/request-body.ts";
import { isOwnOrigin } from "../../../../lib/server/proxy/request-checks.ts";
import { authOptions } from "../../../../lib/server/session/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// All that the dashboard uses. Above all not GET session: it would put an old cookie back over a renewed one.
const DOORS = ["GET csrf", "POST callback/credentials", "POST signout"];

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const door = `${request.method} ${(await context.params).nextauth.join("/")}`;
  if (!DOORS.includes(door)) return ownFailure("not_found", randomUUID());
  if (!isOwnOrigin(request, settings())) return ownFailure("bad_origin", randomUUID());
  // Next-auth reads whatever comes, before it asks who sends it.
  const held = await withHeldBody(request);
  if (!held) return ownFailure("body_too_large", randomUUID());
  const answer: Response = await NextAuth(held, context, authOptions(settings()));
  for (const [name, value] of Object.entries(API_HEADERS)) answer.headers.set(name, value);
  return answer;
}

export { handle as GET, handle as POST };
