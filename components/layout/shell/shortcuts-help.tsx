"use client";

import type { ReactNode } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/overlay.tsx";
import { placesFor } from "./navigation.ts";
import { GO_KEYS } from "./use-shell-keys.ts";

type ShortcutsHelpProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** A list of all keyboard shortcuts. Dashboard 5.12. */
export function ShortcutsHelp({ isOpen, onOpenChange }: ShortcutsHelpProps) {
  const places = placesFor(useSession());
  return (
    <Modal
      title="Keyboard shortcuts"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      description="None works while you type. Settings, You switches them off."
    >
      <dl className="scroll-thin overflow-y-auto px-pad pt-2 pb-pad">
        <Line does="Search">
          <Kbd>Ctrl K</Kbd> <Kbd>/</Kbd>
        </Line>
        {GO_KEYS.map(({ key, href }) => {
          const place = places.find((one) => one.href === href);
          return (
            place && (
              <Line key={key} does={`Go to ${place.label.toLowerCase()}`}>
                <Kbd>G</Kbd> <Kbd>{key.toUpperCase()}</Kbd>
              </Line>
            )
          );
        })}
        <Line does="Down and up in a list">
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </Line>
        <Line does="Open, or close">
          <Kbd>Enter</Kbd> <Kbd>Esc</Kbd>
        </Line>
        <Line does="Actions of this page">
          <Kbd>.</Kbd>
        </Line>
        <Line does="Approve the open request">
          <Kbd>Ctrl ↵</Kbd>
        </Line>
        <Line does="Next problem of an import">
          <Kbd>N</Kbd>
        </Line>
        <Line does="Newer and older delivery">
          <Kbd>←</Kbd> <Kbd>→</Kbd>
        </Line>
        <Line does="These keys">
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
