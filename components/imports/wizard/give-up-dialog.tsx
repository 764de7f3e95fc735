import { countOf } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";
import type { useGiveUp } from "./use-give-up.ts";

type GiveUpDialogProps = { giveUp: ReturnType<typeof useGiveUp>; changes: number };

export function GiveUpDialog({ giveUp, changes }: GiveUpDialogProps) {
  return (
    <Modal title={texts.giveUpYourChanges} isOpen={giveUp.isAsking} onOpenChange={giveUp.stay}>
      <SheetBody>
        <p>{texts.cellsChangedHereThe(countOf(changes, "cell"))}</p>
      </SheetBody>
      <SheetFoot>
        <Button onClick={giveUp.stay}>{texts.keepThem}</Button>
        <Button variant="danger" onClick={giveUp.go}>
          {texts.giveThemUp}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
