"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Session } from "../permissions.ts";

const SessionContext = createContext<Session | undefined>(undefined);

/** Hands the session that the page was rendered with to everything below; it holds no token. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in, and in which mode the page was shown. Only below `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above.");
  return session;
}
