"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Session } from "../permissions.ts";

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session that the page was rendered with. It holds no token. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in member and the mode of the page. Only below `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above.");
  return session;
}
