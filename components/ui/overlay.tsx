"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { MiniButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { texts } from "./texts.ts";
import { useFocusReturn } from "./use-focus-return.ts";

type OverlayProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Announced with the title when it opens. */
  description?: ReactNode;
  /** Only its own buttons close it. */
  isFixed?: boolean;
  children: ReactNode;
};

/**
 * A panel from the right for one task; full width on a phone, with the sandbox border. Traps focus and returns it to
 * the opener. The caller provides `SheetBody` and `SheetFoot`, usually in a form.
 */
export function Sheet({ title, isOpen, onOpenChange, description, isFixed = false, children }: OverlayProps) {
  const focus = useFocusReturn(firstField);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...focus}
          {...(isFixed && FIXED)}
          className="fixed top-[var(--bar)] right-0 bottom-0 left-0 z-50 flex animate-slide flex-col overflow-hidden border bg-panel shadow-lift outline-none md:top-[calc(var(--bar)+8px)] md:right-2 md:bottom-2 md:left-auto md:w-[min(640px,calc(100vw-16px))] md:rounded-panel"
        >
          <SandboxEdge />
          <Head title={title} isFixed={isFixed} />
          {description && <Dialog.Description className="sr-only">{description}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function SheetBody({ children }: { children: ReactNode }) {
  return <div className="scroll-thin grid min-h-0 flex-1 content-start gap-6 overflow-auto p-pad">{children}</div>;
}

/** The buttons; the primary one comes last. */
export function SheetFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center justify-end gap-2 border-t px-pad py-4 max-md:[&>button]:flex-1">{children}</div>
  );
}

/** A short question in the middle of the screen. */
export function Modal({ title, isOpen, onOpenChange, description, isFixed = false, children }: OverlayProps) {
  const focus = useFocusReturn(firstField);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...focus}
          {...(isFixed && FIXED)}
          className="fixed top-[20vh] left-1/2 z-50 flex max-h-[72vh] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 animate-rise flex-col overflow-hidden rounded-panel border bg-panel shadow-lift outline-none"
        >
          <SandboxEdge />
          <Head title={title} isFixed={isFixed} />
          {description && <Dialog.Description className="px-pad pt-4 text-fg-2">{description}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const stay = (event: Event) => event.preventDefault();
const FIXED = { onEscapeKeyDown: stay, onPointerDownOutside: stay };

/** Focuses the first field of a form instead of the close button. */
function firstField(content: HTMLElement): HTMLElement | null {
  return content.querySelector<HTMLElement>("input:not([readonly]), textarea");
}

function Head({ title, isFixed }: { title: string; isFixed: boolean }) {
  return (
    <div className={classNames("flex items-center justify-between gap-4 px-pad py-4", !isFixed && "border-b")}>
      <Dialog.Title className="font-semibold text-md">{title}</Dialog.Title>
      {!isFixed && (
        <Dialog.Close asChild>
          <MiniButton icon={X} aria-label={texts.close} />
        </Dialog.Close>
      )}
    </div>
  );
}

function Veil() {
  return <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />;
}

function SandboxEdge() {
  return <div aria-hidden className="h-[var(--edge)] shrink-0 bg-sandbox" />;
}
