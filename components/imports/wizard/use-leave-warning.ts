"use client";

import { useEffect } from "react";

/** The browser asks before a reload or a closed tab takes away what is only here. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? warnBeforeLeaving() : undefined), [isNeeded]);
}

/** The same outside of a component; what it returns ends the warning. */
export function warnBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
