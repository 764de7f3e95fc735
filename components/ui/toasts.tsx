"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useSyncExternalStore } from "react";
import { Button, MiniButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

type ToastText = {
  title: string;
  tone?: "ok" | "bad";
  /** A real second call, such as undoing. `alternative` tells those who cannot reach the toast in time where else it is. */
  action?: { label: string; alternative: string; run: () => void };
};

const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const NONE: readonly (ToastText & { id: number })[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

/** Says what happened, in the corner, from anywhere in the browser. Failures belong beside what failed instead. */
export function showToast(toast: ToastText): void {
  lastId += 1;
  set([...toasts.slice(-2), { ...toast, id: lastId }]);
}

/** Mounted once in the shell. Built on Radix Toast, since sonner writes a style sheet that the page's policy forbids. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, getToasts, getNone);
  return (
    <Toast.Provider label="Message" swipeDirection="right">
      {shown.map(({ id, title, tone = "ok", action }) => (
        <Toast.Root
          key={id}
          duration={action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
          onOpenChange={(isOpen) => isOpen || set(toasts.filter((toast) => toast.id !== id))}
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
            <MiniButton icon={X} aria-label="Dismiss" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="fixed right-4 bottom-4 z-[60] grid w-[min(380px,calc(100vw-32px))] gap-2 outline-none" />
    </Toast.Provider>
  );
}

function set(next: typeof toasts) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getToasts() {
  return toasts;
}

function getNone() {
  return NONE;
}
