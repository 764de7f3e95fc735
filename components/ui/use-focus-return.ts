"use client";

import { useRef } from "react";

/**
 * Focus handlers for a Radix dialog without a trigger: focus moves into it as `enter` says, and back to the previously
 * focused element, or to the page's content if that is gone. Focus never falls on `body`. `before` had the focus where something else took it
 * since.
 */
export function useFocusReturn(enter?: (content: HTMLElement) => HTMLElement | null, before?: Element | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = before ?? document.activeElement;
      const content = event.currentTarget;
      const target = enter && content instanceof HTMLElement ? enter(content) : null;
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      (isThere ? current : document.getElementById("main"))?.focus();
    },
  };
}
