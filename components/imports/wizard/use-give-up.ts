"use client";

import { useState } from "react";

/** Asks before edits made in the wizard, which no file contains, are discarded. */
export function useGiveUp(changes: number) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  return {
    isAsking: leave !== null,
    ask: (next: () => void) => (changes > 0 ? setLeave(() => next) : next()),
    stay: () => setLeave(null),
    go() {
      setLeave(null);
      leave?.();
    },
  };
}
