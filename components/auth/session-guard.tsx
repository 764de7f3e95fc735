"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { wipeBrowserStorage } from "../../lib/api/browser-storage.ts";
import { interrupt, resumeSession, useInterruption } from "../../lib/api/interruptions.ts";
import { listenToOtherTabs } from "../../lib/api/other-tabs.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { usePreload } from "../layout/use-preload.ts";
import { useStays } from "../layout/use-stays.ts";
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
  const hasExpired = useStays(interruption === "session_expired");
  const hasChanged = useStays(interruption === "session_changed");
  return (
    <>
      <IdleSignOut />
      {hasExpired && <SessionExpiredDialog />}
      {hasChanged && <SessionChangedDialog />}
    </>
  );
}

/** Follows what other tabs do: a sign-out ends this page too, a sign-in goes on with it or, by someone else, stops it. */
function useOtherTabs(): void {
  const { email } = useSession();
  useEffect(
    () =>
      listenToOtherTabs((message) => {
        if (message.kind === "signed_out") {
          wipeBrowserStorage();
          window.location.assign("/login");
        } else if (message.email.trim().toLowerCase() === email.toLowerCase()) resumeSession();
        else interrupt("session_changed");
      }),
    [email],
  );
}
