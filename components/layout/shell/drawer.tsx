"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import { texts } from "./texts.ts";

type DrawerProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; children: ReactNode };

/** The navigation on phones. */
export function Drawer({ isOpen, onOpenChange, children }: DrawerProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil md:hidden" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(304px,84vw)] animate-rise flex-col overflow-y-auto border-r bg-page p-3 text-fg-2 shadow-lift outline-none md:hidden"
        >
          <Dialog.Title className="sr-only">{texts.menu}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
