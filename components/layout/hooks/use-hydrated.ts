import { useSyncExternalStore } from "react";

/** Whether the page is hydrated. A form submitted before would put its input into the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
