import { useSyncExternalStore } from "react";
import type { ServiceError } from "./service-error.ts";

/** The proof of identity that the service takes from this person; with `hasPasskey` a passkey, too. */
export type RequestedProof = { field: "password" | "code"; hasPasskey: boolean };

let current: RequestedProof | undefined;
let resolveProof: ((isProven: boolean) => void) | undefined;
let pendingProof: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** The proof that the step-up dialog asks for; `undefined` while it is closed. Dashboard 2.5. */
export function useStepUp(): RequestedProof | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

/**
 * Opens the dialog for a call that was refused with `step_up_required`; concurrent calls share it. Resolves to whether
 * the person confirmed that it is them.
 */
export function askForProof(refusal: ServiceError): Promise<boolean> {
  pendingProof ??= new Promise((resolve) => {
    resolveProof = resolve;
    const takes = (name: string) => refusal.fields.some(({ field }) => field === name);
    current = { field: takes("code") ? "code" : "password", hasPasskey: takes("passkey") };
    notify();
  });
  return pendingProof;
}

/** Closes the dialog and continues the waiting calls. */
export function endStepUp(isProven: boolean): void {
  current = undefined;
  resolveProof?.(isProven);
  resolveProof = undefined;
  pendingProof = undefined;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
