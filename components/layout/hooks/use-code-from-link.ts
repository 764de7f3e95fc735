"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Returns the code from an e-mail's link, once. The code is in the fragment, so no server log contains it, and it is
 * removed from the URL immediately, so that the browser's history does not contain it.
 */
export function useCodeFromLink(onCode: (code: string) => void): void {
  const takeCode = useEffectEvent(() => {
    const code = decoded(window.location.hash.slice(1)).trim();
    if (code === "") return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    onCode(code);
  });
  useEffect(() => {
    takeCode();
    window.addEventListener("hashchange", takeCode);
    return () => window.removeEventListener("hashchange", takeCode);
  }, []);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
