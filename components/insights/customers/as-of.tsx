import { clockTime, dayText } from "../../../lib/format/instant.ts";
import { texts } from "./texts.ts";

/** Until when the figures are complete. */
export function AsOf({ instant }: { instant: string | null }) {
  if (instant === null) return texts.pastIsBeingAdded;
  return texts.asOf(`${dayText(instant)}, ${clockTime(instant)}`);
}
