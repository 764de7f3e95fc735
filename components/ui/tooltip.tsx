"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";

type TooltipProps = { text: string; side?: "top" | "right" | "bottom" | "left"; children: ReactElement };

/** Names a control whose label is not visible, on hover and on focus. Nothing that must be read belongs here. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-50 max-w-64 animate-fade rounded-chip border bg-panel px-2 py-1 text-xs shadow-lift"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
