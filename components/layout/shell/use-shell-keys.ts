"use client";

import { useRouter } from "next/navigation";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { symbolKey, useShortcuts } from "../hooks/use-shortcuts.ts";
import { placesFor } from "./navigation.ts";

/** The keys that follow `G`, and the page that each one opens. */
export const GO_KEYS = [
  { key: "w", href: "/wallets" },
  { key: "c", href: "/customers" },
  { key: "i", href: "/imports" },
  { key: "t", href: "/transactions" },
  { key: "a", href: "/approvals" },
  { key: "h", href: "/webhooks" },
] as const;

type ShellKeys = { onHelp: () => void; onSearch: () => void };

/**
 * The shortcuts of every page: Ctrl+K, ⌘K and `/` open the search, `?` lists the shortcuts, `G` and a letter open a page that the user
 * may see, and `.` opens the page's menu of actions, or the search if it has none. Dashboard 5.1, 5.12.
 */
export function useShellKeys({ onHelp, onSearch }: ShellKeys): void {
  const session = useSession();
  const router = useRouter();
  const goTo = (href: string) => {
    const isAllowed = placesFor(session).some((place) => place.href === href);
    if (isAllowed) router.push(href);
    return isAllowed;
  };
  useShortcuts({ "Control+k": onSearch, "Meta+k": onSearch }, { everywhere: true });
  useShortcuts({
    ...symbolKey("/", onSearch),
    ...symbolKey("?", onHelp),
    ...symbolKey(".", () => openActions(onSearch)),
    ...Object.fromEntries(GO_KEYS.map(({ key, href }) => [`g ${key}`, () => goTo(href)])),
  });
}

/** Clicks the button of the page's menu. A menu that was open before reacts only to Enter. */
function openActions(onSearch: () => void): void {
  const button = document.querySelector<HTMLElement>("main [data-actions]");
  button?.focus();
  button?.click();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  if (!button) onSearch();
}
