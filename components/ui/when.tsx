"use client";

import { useSyncExternalStore } from "react";
import {
  type Instant,
  instantNotations,
  longInstant,
  onShownZoneChange,
  shortInstant,
  shownZone,
} from "../../lib/format/instant.ts";
import { texts } from "./texts.ts";

/** A time in Lagos or in the chosen zone; its tooltip shows seconds, UTC, ISO and Unix time. */
export function When({ at, isLong = false }: { at: Instant; isLong?: boolean }) {
  useSyncExternalStore(onShownZoneChange, shownZone, () => "lagos" as const);
  const facts = instantNotations(at);
  return (
    <time
      dateTime={facts.iso}
      title={[facts.lagos, facts.utc, facts.iso, texts.unixUnix(facts.unix)].join("\n")}
      className="whitespace-nowrap tabular-nums"
    >
      {isLong ? longInstant(at) : shortInstant(at, Date.now())}
    </time>
  );
}
