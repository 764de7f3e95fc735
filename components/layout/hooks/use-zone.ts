"use client";

import { useEffect } from "react";
import { SHOWN_ZONES, type ShownZone, setShownZone } from "../../../lib/format/instant.ts";
import { useLocalPreference } from "./use-local-preference.ts";

/** The time zone in which this person sees times, and its setter. Dashboard 2.5. */
export function useZone(): [zone: ShownZone, choose: (zone: ShownZone) => void] {
  const [choice, choose] = useLocalPreference("zone");
  const zone = SHOWN_ZONES.find((one) => one === choice) ?? "lagos";
  useEffect(() => setShownZone(zone), [zone]);
  return [zone, choose];
}
