import "server-only";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Settings } from "../env.ts";
import { logProblem } from "../log.ts";
import { SESSION_SECONDS, SessionToken, sessionCookieName } from "./session-cookie.ts";
import { signInAtService, signInWithPasskeyAtService, signOutAtService } from "./sign-in.ts";

/**
 * Configures how next-auth creates and ends the session cookie. Tokens live only in that cookie; no callback refreshes
 * or returns them. `keepDevice` gets the `Set-Cookie` header that the answer to a sign-in must carry.
 */
export function authOptions(settings: Settings, keepDevice: (setCookie: string) => void): NextAuthOptions {
  return {
    secret: settings.secret,
    useSecureCookies: settings.isSecure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(settings),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: settings.isSecure },
      },
    },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials, request) => {
          const token = await signInAtService(credentials, new Headers(request.headers), settings, keepDevice);
          return { id: token.session.userId, ...token };
        },
      }),
      CredentialsProvider({
        id: "passkey",
        credentials: { credential: {} },
        authorize: async (credentials, request) => {
          const incoming = new Headers(request.headers);
          const token = await signInWithPasskeyAtService(credentials?.credential, incoming, settings);
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
    // Logs the code only: the metadata may contain user input.
    logger: { error: (code) => logProblem(`next-auth: ${code}`), warn: () => undefined, debug: () => undefined },
  };
}
