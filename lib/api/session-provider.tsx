"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { FrameFacts, Session } from "../permissions.ts";

type Rendered = { session: Session; facts?: FrameFacts | undefined };

const SessionContext = createContext<Rendered | undefined>(undefined);

/** Provides the session, and the facts of the frame if they are known, that the page was rendered with. It holds no token. */
export function SessionProvider({ session, facts, children }: Rendered & { children: ReactNode }) {
  return <SessionContext value={{ session, facts }}>{children}</SessionContext>;
}

/** The signed-in member and the mode of the page. Only below `SessionProvider`. */
export function useSession(): Session {
  return useRendered().session;
}

/** What the page was rendered with; `useFrameFacts` follows its changes. */
export function useRenderedFacts(): FrameFacts | undefined {
  return useRendered().facts;
}

function useRendered(): Rendered {
  const rendered = useContext(SessionContext);
  if (!rendered) throw new Error("useSession needs a SessionProvider above.");
  return rendered;
}
