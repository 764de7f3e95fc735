"use client";

import { useInterruption } from "../../lib/api/interruptions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Modal, SheetFoot } from "../ui/overlay.tsx";
import { texts } from "./texts.ts";

/** Stops a page after another member or merchant signed in in this browser, and offers a reload. Dashboard 5.12. */
export function SessionChangedDialog() {
  const { email, merchantName } = useSession();
  const interruption = useInterruption();
  const isMerchant = interruption === "merchant_changed";
  return (
    <Modal
      title={isMerchant ? texts.anotherMerchantWasChosen : texts.someoneElseHasSigned}
      description={texts.thisPageWasOpened(isMerchant ? texts.forMerchantName(merchantName) : texts.byEmail(email))}
      isOpen={isMerchant || interruption === "session_changed"}
      onOpenChange={() => undefined}
      isFixed
    >
      <SheetFoot>
        <Button variant="primary" onClick={() => window.location.assign("/")}>
          {texts.startAnew}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
