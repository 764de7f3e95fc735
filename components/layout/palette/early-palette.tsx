"use client";

import { Search } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** Stable, so that it runs once. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

type EarlyPaletteProps = { typed: string; onType: (text: string) => void; onClose: () => void };

/** The palette's field while its code loads: it takes the focus and the first key strokes, which the palette then continues with. */
export function EarlyPalette({ typed, onType, onClose }: EarlyPaletteProps) {
  return (
    <div className="fixed top-[max(12vh,calc(var(--bar)+8px))] left-1/2 z-50 flex h-12 w-[min(600px,calc(100vw-16px))] -translate-x-1/2 items-center gap-3 rounded-panel border bg-panel px-4 shadow-lift">
      <Icon of={Search} className="text-fg-3" />
      <input
        ref={takeFocus}
        aria-label={texts.search}
        placeholder={texts.namePhoneNumberId}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
        className="h-full min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
      />
    </div>
  );
}
