"use client";

import { useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, SheetFoot } from "../ui/overlay.tsx";

/** Stops a page after another member or merchant signed in in this browser, and offers a reload. Dashboard 5.12. */
export function SessionChangedDialog() {
  const { email, merchantName } = useSession();
  const interruption = useInterruption();
  const isMerchant = interruption === "merchant_changed";
  return (
    <Modal
      title={isMerchant ? "Another merchant was chosen" : "Someone else has signed in"}
      description={`This page was opened ${isMerchant ? `for ${merchantName}` : `by ${email}`}. Nothing more can be done from it.`}
      isOpen={isMerchant || interruption === "session_changed"}
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
