"use client";

import { RotateCw } from "lucide-react";
import { useInterruption } from "../../../lib/api/interruptions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetFoot } from "../../ui/overlay.tsx";

const names = { SANDBOX: "Sandbox", PRODUCTION: "Live" } as const;

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
      title={`Now in ${names[other]}; you saw ${names[mode]}`}
      description={`The account's mode was switched. What you did here since was not carried out. What you typed is kept for when the account is in ${names[mode]} again.`}
      isOpen={isOpen}
      onOpenChange={() => undefined}
      isFixed
    >
      <SheetFoot>
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          Reload
        </Button>
      </SheetFoot>
    </Modal>
  );
}
