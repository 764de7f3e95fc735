"use client";

import { signOut } from "../../lib/api/auth.ts";
import { resumeSession, useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/overlay.tsx";
import { LoginForm } from "./login-form.tsx";
import { texts } from "./texts.ts";

/** Signs in over the page: input stays, and waiting reads continue afterwards. Dashboard 5.12. */
export function SessionExpiredDialog() {
  const session = useSession();
  const isOpen = useInterruption() === "session_expired";
  return (
    <Modal
      title={texts.yourSessionHasEnded}
      description={texts.signInAgainTo}
      isOpen={isOpen}
      onOpenChange={() => undefined}
      isFixed
    >
      <div className="grid gap-4 overflow-auto p-pad">
        <LoginForm fixedEmail={session.email} onSignedIn={resumeSession} />
        <Button variant="quiet" onClick={signOut}>
          {texts.signInAsSomeone}
        </Button>
      </div>
    </Modal>
  );
}
