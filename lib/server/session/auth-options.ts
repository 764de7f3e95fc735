import "server-only";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Settings } from "../env.ts";
import { logProblem } from "../log.ts";
import { SESSION_SECONDS, SessionToken } from "./session-cookie.ts";
import { signInAtService, signOutAtService } from "./sign-in.ts";

/** How next-auth makes and ends the session cookie. Tokens live in that cookie only; no callback renews or returns them. */
export function authOptions(settings: Settings): NextAuthOptions {
  return {
    secret: settings.secret,
    useSecureCookies: settings.isSecure,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials, request) => {
          const token = await signInAtService(credentials, new Headers(request.headers), settings);
          return { id: token.session.userId, ...token };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ ...SessionToken.parse(user ?? token) }),
      session: ({ session, token }) => {
        const known = SessionToken.parse(token);
        return { expires: session.expires, user: known.session };
      },
    },
    events: {
      signOut: async ({ token }) => {
        const ending = SessionToken.safeParse(token);
        if (ending.success) await signOutAtService(ending.data, settings);
      },
    },
    // Words only: what comes with them may hold what was typed.
    logger: { error: (code) => logProblem(`next-auth: ${code}`), warn: () => undefined, debug: () => undefined },
  };
}
