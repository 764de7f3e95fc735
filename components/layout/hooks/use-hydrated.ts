import { useSyncExternalStore } from "react";

/** Whether scripts run yet: not in what the server sends. A form sent before would put what was typed into the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
