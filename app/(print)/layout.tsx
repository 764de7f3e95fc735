import type { ReactNode } from "react";
import { QueryProvider } from "../../lib/api/query-provider.tsx";
import { SessionProvider } from "../../lib/api/session-provider.tsx";
import { requireSessionAndFacts } from "../../lib/server/session/require-session.ts";
import { FrameGuard } from "../(dashboard)/frame-guard.tsx";

/** Pages to print: without the frame. The style sheet makes paper light in both themes. */
export default async function PrintLayout({ children }: { children: ReactNode }) {
  const { session, facts } = await requireSessionAndFacts();
  return (
    <SessionProvider session={session} facts={facts}>
      <QueryProvider>
        <main className="min-h-dvh bg-page p-pad text-fg print:min-h-0 print:bg-panel print:p-0">{children}</main>
        <FrameGuard />
      </QueryProvider>
    </SessionProvider>
  );
}
