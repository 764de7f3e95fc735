"use client";

import { useEffect, useState } from "react";

const REST_MS = 400;

/**
 * The typed text once typing pauses; pasted text counts immediately. Ten digits may be the beginning of a BVN or NIN, which must not
 * be looked up as an account number. `settle` skips the wait, for Enter.
 */
export function useSettledText(typed: string): { settled: string; settle: () => void } {
  const [settled, setSettled] = useState(typed);
  const [last, setLast] = useState(typed);
  if (last !== typed) {
    setLast(typed);
    if (Math.abs(typed.length - last.length) > 1) setSettled(typed);
  }
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { settled, settle: () => setSettled(typed) };
}
