import { useSyncExternalStore } from "react";

/** Why the page must stop: the session expired or now belongs to another person, or the mode or merchant changed. */
export type Interruption = "session_expired" | "session_changed" | "merchant_changed" | "mode_changed";

let current: Interruption | undefined;
let signedIn: (() => void) | undefined;
let waiting: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The current interruption, for its dialog; `undefined` while there is none. Dashboard 2.4, 5.12. */
export function useInterruption(): Interruption | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

/** Whether an error code interrupts the page until it is reloaded. */
export function isInterruption(code: string): code is Exclude<Interruption, "session_expired"> {
  return code === "mode_changed" || code === "session_changed" || code === "merchant_changed";
}

/**
 * Interrupts the page. An interruption that needs a reload replaces an expired session, because signing in does not
 * resolve it.
 */
export function interrupt(why: Interruption): void {
  if (current === why || (current !== undefined && why === "session_expired")) return;
  current = why;
  tell();
}

/** Opens the sign-in dialog. Resolves when the same member has signed in, so that reads can be repeated. */
export function signInAgain(): Promise<void> {
  interrupt("session_expired");
  waiting ??= new Promise((resolve) => {
    signedIn = resolve;
  });
  return waiting;
}

/**
 * Ends an expired-session interruption after the same member signed in: closes the dialog and repeats waiting reads.
 */
export function resumeSession(): void {
  if (current === "session_expired") current = undefined;
  signedIn?.();
  signedIn = undefined;
  waiting = undefined;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
