"use client";

import { useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, SheetFoot } from "../ui/overlay.tsx";

/** Stops a page of one member once another has signed in in this browser: they start clean. Dashboard 5.12. */
export function SessionChangedDialog() {
  const { email } = useSession();
  const isOpen = useInterruption() === "session_changed";
  return (
    <Modal
      title="Someone else has signed in"
      description={`This page was opened by ${email}. Nothing more can be done from it.`}
      isOpen={isOpen}
      onOpenChange={() => undefined}
      isFixed
    >
      <SheetFoot>
        <Button variant="primary" onClick={() => window.location.assign("/")}>
          Start anew
        </Button>
      </SheetFoot>
    </Modal>
  );
}
