"use client";

import { useState } from "react";

/** Asks before what was changed here, and is in no file, is given up. */
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
