import { useSyncExternalStore } from "react";
import { onShownZoneChange, type ShownZone, shownZone } from "../../lib/format/instant.ts";

/** The time zone of the display. The server renders in Lagos time, because the choice stays in the browser. */
export function useShownZone(): ShownZone {
  return useSyncExternalStore(onShownZoneChange, shownZone, () => "lagos");
}
