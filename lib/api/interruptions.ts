import { useSyncExternalStore } from "react";

/** Why the page has to stop: the session ended or is another's now, or the account's mode or merchant is another. */
export type Interruption = "session_expired" | "session_changed" | "merchant_changed" | "mode_changed";

let current: Interruption | undefined;
let signedIn: (() => void) | undefined;
let waiting: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** What stops this page now, for the dialog that says so; `undefined` while nothing does. Dashboard 2.4, 5.12. */
export function useInterruption(): Interruption | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

/** Whether a refusal with this code stops the page until it is loaded again. */
export function isInterruption(code: string): code is Exclude<Interruption, "session_expired"> {
  return code === "mode_changed" || code === "session_changed" || code === "merchant_changed";
}

/** Asks the page to show why it stops. A page that must be loaded again cannot be saved by signing in. */
export function interrupt(why: Interruption): void {
  if (current === why || (current !== undefined && why === "session_expired")) return;
  current = why;
  tell();
}

/** Opens the sign-in dialog; resolves when the same member has signed in again, for reads that then repeat. */
export function signInAgain(): Promise<void> {
  interrupt("session_expired");
  waiting ??= new Promise((resolve) => {
    signedIn = resolve;
  });
  return waiting;
}

/** The same member has signed in again: the dialog closes, waiting reads repeat. */
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
