"use client";

import { RotateCw } from "lucide-react";
import { useInterruption } from "../../../lib/api/interruptions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

const names = { SANDBOX: texts.sandbox, PRODUCTION: texts.live } as const;

/**
 * Blocks the page after a mode change until it is reloaded, so that nobody acts in a mode that they do not see.
 * Dashboard 5.9.
 */
export function ModeChangedOverlay() {
  const { mode } = useSession();
  const isOpen = useInterruption() === "mode_changed";
  const other = mode === "SANDBOX" ? "PRODUCTION" : "SANDBOX";
  return (
    <Modal
      title={texts.nowInNamesYou(names[other], names[mode])}
      description={texts.theAccountsModeWas(names[mode])}
      isOpen={isOpen}
      onOpenChange={() => undefined}
      isFixed
    >
      <SheetFoot>
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
