"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { usePlainKeys } from "../hooks/use-plain-keys.ts";
import { placesFor } from "./navigation.ts";

/** The keys after `G` and their areas. */
export const GO_KEYS = [
  { key: "w", href: "/wallets" },
  { key: "i", href: "/imports" },
  { key: "t", href: "/transfers" },
  { key: "a", href: "/approvals" },
  { key: "h", href: "/webhooks" },
] as const;
const SECOND_KEY_MS = 1_500;

type ShellKeys = { onHelp: () => void; onSearch: () => void };

/**
 * `?` lists the shortcuts, `G` and a letter opens an area that this person may open, `.` opens the page's action menu,
 * or the palette on a page without one. Dashboard 5.12.
 */
export function useShellKeys({ onHelp, onSearch }: ShellKeys): void {
  const session = useSession();
  const router = useRouter();
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);
  usePlainKeys((key) => {
    const isSecond = performance.now() - firstKeyAt.current < SECOND_KEY_MS;
    firstKeyAt.current = key === "g" ? performance.now() : Number.NEGATIVE_INFINITY;
    if (key === "g") return true;
    if (key === "?") onHelp();
    else if (key === ".") openActions(onSearch);
    else {
      const wanted = isSecond ? GO_KEYS.find((go) => go.key === key)?.href : undefined;
      const place = placesFor(session).find(({ href }) => href === wanted);
      if (place) router.push(place.href);
      return place !== undefined;
    }
    return true;
  });
}

/** The trigger of the page's menu. A menu that was open before reacts only to Enter. */
function openActions(onSearch: () => void): void {
  const button = document.querySelector<HTMLElement>("main [data-actions]");
  button?.focus();
  button?.click();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  if (!button) onSearch();
}
