import type { Metadata } from "next";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { pageTitle } from "../../components/layout/page/page-title.ts";
import { QueryProvider } from "../../lib/api/query-provider.tsx";
import { SessionProvider } from "../../lib/api/session-provider.tsx";
import { startFirstReads } from "../../lib/server/first-reads.ts";
import { requireSession, requireSessionAndFacts } from "../../lib/server/session/require-session.ts";
import { DashboardShell } from "./dashboard-shell.tsx";
import { texts } from "./texts.ts";

export async function generateMetadata(): Promise<Metadata> {
  const session = await requireSession();
  return {
    title: {
      default: pageTitle({ ...session, title: texts.overview }),
      template: pageTitle({ ...session, title: "%s" }),
    },
  };
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { session, facts } = await requireSessionAndFacts();
  return (
    <SessionProvider session={session} facts={facts}>
      <QueryProvider firstReads={await startFirstReads(session)}>
        <NuqsAdapter>
          <DashboardShell>{children}</DashboardShell>
        </NuqsAdapter>
      </QueryProvider>
    </SessionProvider>
  );
}
