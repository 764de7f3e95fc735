"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Hands over the code of a link from a mail, once. It stands behind `#`, so no server's log has it, and it is taken out of the
 * address at once, so the browser's history has not, either.
 */
export function useMailedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(() => {
    const code = decoded(window.location.hash.slice(1)).trim();
    if (code === "") return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    onCode(code);
  });
  useEffect(() => {
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
