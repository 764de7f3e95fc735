import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ServiceError } from "./service-error.ts";
import { texts } from "./texts.ts";

/** Why the page must stop: the session expired or now belongs to another person, or the mode or merchant changed. */
export type Interruption = "session_expired" | "session_changed" | "merchant_changed" | "mode_changed";

let current: Interruption | undefined;
let signIns = 0;
let resolveSignIn: (() => void) | undefined;
let pendingSignIn: Promise<void> | undefined;
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
export function interrupt(reason: Interruption): void {
  if (current === reason || (current !== undefined && reason === "session_expired")) return;
  current = reason;
  notify();
}

/** Opens the sign-in dialog. Resolves when the same member has signed in, so that reads can be repeated. */
export function signInAgain(): Promise<void> {
  interrupt("session_expired");
  pendingSignIn ??= new Promise((resolve) => {
    resolveSignIn = resolve;
  });
  return pendingSignIn;
}

/**
 * Ends an expired-session interruption after the same member signed in: closes the dialog and repeats waiting reads.
 */
export function resumeSession(): void {
  signIns += 1;
  if (current === "session_expired") current = undefined;
  resolveSignIn?.();
  resolveSignIn = undefined;
  pendingSignIn = undefined;
  notify();
}

/**
 * Reads `query` anew for a write that follows its button. A failure refuses the write now: a read that waits for the network, or repeats
 * after a new sign-in, would send the write later without a click.
 * @throws {ServiceError} the error of the read, or `session_expired` if the person had to sign in meanwhile. Dashboard 5.12
 */
export async function readBeforeWrite<Found, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
): Promise<Found> {
  const before = signIns;
  // A read under way may wait for the network already.
  await queries.cancelQueries({ queryKey: query.queryKey, exact: true });
  const fresh: typeof query = { ...query, staleTime: 0, retry: false, networkMode: "always" };
  const found = await queries.fetchQuery(fresh);
  if (signIns === before) return found;
  throw new ServiceError({ code: "session_expired", status: 401, message: texts.youSignedInAgain });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
