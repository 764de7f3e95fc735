"use client";

import { useEffect } from "react";
import { wipeBrowserStorage } from "../../lib/api/browser-storage.ts";
import { interrupt, resumeSession } from "../../lib/api/interruptions.ts";
import { listenToOtherTabs } from "../../lib/api/other-tabs.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { IdleSignOut } from "./idle-sign-out.tsx";
import { SessionChangedDialog } from "./session-changed-dialog.tsx";
import { SessionExpiredDialog } from "./session-expired-dialog.tsx";

/** All that watches over the session of a page; once, below `SessionProvider`. */
export function SessionGuard() {
  useOtherTabs();
  return (
    <>
      <IdleSignOut />
      <SessionExpiredDialog />
      <SessionChangedDialog />
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
