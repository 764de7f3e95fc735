"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { wipeBrowserStorage } from "../../lib/api/browser-storage.ts";
import { type Interruption, interrupt, resumeSession, useInterruption } from "../../lib/api/interruptions.ts";
import { listenToOtherTabs, type TabMessage } from "../../lib/api/other-tabs.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { Session } from "../../lib/permissions.ts";
import { useLatch } from "../layout/hooks/use-latch.ts";
import { usePreload } from "../layout/hooks/use-preload.ts";
import { IdleSignOut } from "./idle-sign-out.tsx";

// Forms and dialogs are heavy: fetched once the page rests, drawn when the session ends.
const loadExpired = () => import("./session-expired-dialog.tsx").then((module) => module.SessionExpiredDialog);
const loadChanged = () => import("./session-changed-dialog.tsx").then((module) => module.SessionChangedDialog);
const SessionExpiredDialog = dynamic(loadExpired, { ssr: false });
const SessionChangedDialog = dynamic(loadChanged, { ssr: false });
const loadDialogs = () => Promise.all([loadExpired(), loadChanged()]);

/** All that watches over the session of a page; once, below `SessionProvider`. */
export function SessionGuard() {
  useOtherTabs();
  usePreload(loadDialogs);
  const interruption = useInterruption();
  const hasExpired = useLatch(interruption === "session_expired");
  const hasChanged = useLatch(interruption === "session_changed" || interruption === "merchant_changed");
  return (
    <>
      <IdleSignOut />
      {hasExpired && <SessionExpiredDialog />}
      {hasChanged && <SessionChangedDialog />}
    </>
  );
}

/** Follows what other tabs do: a sign-out ends this page too, a sign-in goes on with it; all else may stop it. */
function useOtherTabs(): void {
  const session = useSession();
  useEffect(
    () =>
      listenToOtherTabs((message) => {
        if (message.kind === "signed_out") {
          wipeBrowserStorage();
          window.location.assign("/login");
          return;
        }
        const why = stopOf(message, session);
        if (why !== undefined) interrupt(why);
        else if (message.kind === "signed_in") resumeSession();
      }),
    [session],
  );
}

type News = Exclude<TabMessage, { kind: "signed_out" }>;

/** Why this page must not go on: it is one of another person, merchant or mode than the session now. */
function stopOf(news: News, { email, merchantId, mode }: Session): Interruption | undefined {
  if (news.kind === "signed_in") {
    return news.email.trim().toLowerCase() === email.toLowerCase() ? undefined : "session_changed";
  }
  if (news.kind === "merchant_changed") return news.merchantId === merchantId ? undefined : "merchant_changed";
  return news.merchantId === merchantId && news.mode !== mode ? "mode_changed" : undefined;
}
