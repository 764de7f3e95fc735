import { clockTime, dayText } from "../../../lib/format/instant.ts";
import { useShownZone } from "../../ui/use-shown-zone.ts";
import { texts } from "./texts.ts";

/** Until when the figures are complete. */
export function AsOf({ instant }: { instant: string | null }) {
  const zone = useShownZone();
  if (instant === null) return texts.pastIsBeingAdded;
  return texts.asOf(`${dayText(instant, zone)}, ${clockTime(instant, zone)}`);
}
