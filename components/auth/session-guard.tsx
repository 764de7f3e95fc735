"use client";

import { type ComponentType, useEffect } from "react";
import { signOut } from "../../lib/api/auth.ts";
import { clearBrowserStorage, isSignOutDue } from "../../lib/api/browser-storage.ts";
import { type Interruption, interrupt, resumeSession, useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { useStepUp } from "../../lib/api/step-up.ts";
import { listenToOtherTabs, type TabMessage } from "../../lib/api/tab-messages.ts";
import type { Session } from "../../lib/permissions.ts";
import { IdleSignOut } from "./idle-sign-out.tsx";

type Dialog = ComponentType<{ isOpen: boolean }>;
type SessionGuardProps = { dialogs: { StepUp: Dialog; SessionExpired: Dialog; SessionChanged: Dialog } };

/** Ends, resumes or stops the page when its session changes. Rendered once, below `SessionProvider`. */
export function SessionGuard({ dialogs: { StepUp, SessionExpired, SessionChanged } }: SessionGuardProps) {
  useOtherTabs();
  useDueSignOut();
  const interruption = useInterruption();
  const hasExpired = interruption === "session_expired";
  const hasChanged = interruption === "session_changed" || interruption === "merchant_changed";
  return (
    <>
      <IdleSignOut />
      <StepUp isOpen={useStepUp() !== undefined} />
      <SessionExpired isOpen={hasExpired} />
      <SessionChanged isOpen={hasChanged} />
    </>
  );
}

/** Repeats a sign-out that did not reach the server. */
function useDueSignOut(): void {
  useEffect(() => {
    if (isSignOutDue()) void signOut();
  }, []);
}

/** Follows the other tabs: a sign-out ends this page, a sign-in resumes it, and another user, merchant or mode stops it. */
function useOtherTabs(): void {
  const session = useSession();
  useEffect(
    () =>
      listenToOtherTabs((message) => {
        if (message.kind === "signed_out") {
          clearBrowserStorage(message.suspension);
          window.location.assign("/login");
          return;
        }
        const interruption = interruptionOf(message, session);
        if (interruption !== undefined) interrupt(interruption);
        else if (message.kind === "signed_in") resumeSession();
      }),
    [session],
  );
}

type SessionChange = Exclude<TabMessage, { kind: "signed_out" }>;

/** Why this page must stop: the session now belongs to another user, merchant or mode. */
function interruptionOf(change: SessionChange, { email, merchantId, mode }: Session): Interruption | undefined {
  if (change.kind === "signed_in") {
    return change.email.trim().toLowerCase() === email.toLowerCase() ? undefined : "session_changed";
  }
  if (change.kind === "merchant_changed") return change.merchantId === merchantId ? undefined : "merchant_changed";
  return change.merchantId === merchantId && change.mode !== mode ? "mode_changed" : undefined;
}
