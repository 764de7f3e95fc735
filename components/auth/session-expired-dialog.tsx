"use client";

import { signOut } from "../../lib/api/auth.ts";
import { resumeSession, useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/overlay.tsx";
import { LoginForm } from "./login-form.tsx";

/** Signs in over the page: input stays, and waiting reads continue afterwards. Dashboard 5.12. */
export function SessionExpiredDialog() {
  const session = useSession();
  const isOpen = useInterruption() === "session_expired";
  return (
    <Modal
      title="Your session has ended"
      description="Sign in again to go on where you were. Nothing on this page is lost."
      isOpen={isOpen}
      onOpenChange={() => undefined}
      isFixed
    >
      <div className="grid gap-4 overflow-auto p-pad">
        <LoginForm fixedEmail={session.email} onSignedIn={resumeSession} />
        <Button variant="quiet" onClick={signOut}>
          Sign in as someone else
        </Button>
      </div>
    </Modal>
  );
}
