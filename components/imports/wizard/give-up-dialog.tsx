import { countOf } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import type { useGiveUp } from "./use-give-up.ts";

type GiveUpDialogProps = { giveUp: ReturnType<typeof useGiveUp>; changes: number };

export function GiveUpDialog({ giveUp, changes }: GiveUpDialogProps) {
  return (
    <Modal title="Give up your changes?" isOpen={giveUp.isAsking} onOpenChange={giveUp.stay}>
      <SheetBody>
        <p>{countOf(changes, "cell")} changed here. The file on your computer does not have that.</p>
      </SheetBody>
      <SheetFoot>
        <Button onClick={giveUp.stay}>Keep them</Button>
        <Button variant="danger" onClick={giveUp.go}>
          Give them up
        </Button>
      </SheetFoot>
    </Modal>
  );
}
