"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { Button, MiniButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { texts } from "./texts.ts";
import { dismissToast, useToasts } from "./toast-store.ts";

const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 10_000;

/**
 * Mounted once in the shell. Built on Radix Toast because sonner adds a style sheet that the Content-Security-Policy
 * forbids. Placed where no action is: at the bottom left of the content, and below the bar on phones, because sheets and forms have their
 * buttons at the bottom right.
 */
export function Toasts() {
  const shown = useToasts();
  return (
    <Toast.Provider label={texts.message} swipeDirection="left">
      {shown.map(({ id, title, tone = "ok", action }) => (
        <Toast.Root
          key={id}
          duration={action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
          onOpenChange={(isOpen) => isOpen || dismissToast(id)}
          className="flex animate-rise items-center gap-2 rounded-control border bg-panel py-2 pr-2 pl-3 shadow-lift"
        >
          <span className={tone === "ok" ? "text-ok" : "text-bad"}>
            <Icon of={tone === "ok" ? CircleCheck : CircleAlert} />
          </span>
          <Toast.Title className="min-w-0 flex-1 font-medium">{title}</Toast.Title>
          {action && (
            <Toast.Action altText={action.alternative} asChild>
              <Button size="small" onClick={action.run}>
                {action.label}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <MiniButton icon={X} aria-label={texts.dismiss} />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="fixed left-4 z-[60] grid w-[min(380px,calc(100vw-32px))] gap-2 outline-none max-md:top-[calc(var(--bar)+56px)] md:bottom-4 md:left-[72px] lg:left-[248px]" />
    </Toast.Provider>
  );
}
