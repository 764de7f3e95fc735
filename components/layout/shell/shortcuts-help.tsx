"use client";

import type { ReactNode } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/overlay.tsx";
import { placesFor } from "./navigation.ts";
import { texts } from "./texts.ts";
import { GO_KEYS } from "./use-shell-keys.ts";

type ShortcutsHelpProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** A list of all keyboard shortcuts. Dashboard 5.12. */
export function ShortcutsHelp({ isOpen, onOpenChange }: ShortcutsHelpProps) {
  const places = placesFor(useSession());
  return (
    <Modal
      title={texts.keyboardShortcuts}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      description={texts.noneWorksWhileYou}
    >
      <dl className="scroll-thin overflow-y-auto px-pad pt-2 pb-pad">
        <Line does={texts.search}>
          <Kbd>{texts.ctrlK}</Kbd> <Kbd>/</Kbd>
        </Line>
        {GO_KEYS.map(({ key, href }) => {
          const place = places.find((one) => one.href === href);
          return (
            place && (
              <Line key={key} does={texts.goToPlaceLabel(place.label.toLowerCase())}>
                <Kbd>G</Kbd> <Kbd>{key.toUpperCase()}</Kbd>
              </Line>
            )
          );
        })}
        <Line does={texts.downAndUpIn}>
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </Line>
        <Line does={texts.openOrClose}>
          <Kbd>{texts.enter}</Kbd> <Kbd>{texts.esc}</Kbd>
        </Line>
        <Line does={texts.actionsOfThisPage}>
          <Kbd>.</Kbd>
        </Line>
        <Line does={texts.approveTheOpenRequest}>
          <Kbd>{texts.ctrl}</Kbd>
        </Line>
        <Line does={texts.nextProblemOfAn}>
          <Kbd>N</Kbd>
        </Line>
        <Line does={texts.newerAndOlderDelivery}>
          <Kbd>←</Kbd> <Kbd>→</Kbd>
        </Line>
        <Line does={texts.theseKeys}>
          <Kbd>?</Kbd>
        </Line>
      </dl>
    </Modal>
  );
}

function Line({ does, children }: { does: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b last:border-b-0">
      <dt>{does}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  );
}
