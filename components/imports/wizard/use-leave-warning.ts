"use client";

import { useEffect } from "react";

/** The browser asks before a reload or a closed tab loses unsaved edits. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? warnBeforeLeaving() : undefined), [isNeeded]);
}

/** The same outside a component. Returns a function that ends the warning. */
export function warnBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
