"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Returns the code from an e-mail's link, once. The code is in the fragment, so no server log contains it, and it is
 * removed from the URL immediately, so that the browser's history does not contain it.
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
