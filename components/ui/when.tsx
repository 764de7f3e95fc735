"use client";

import { type Instant, instantNotations, longInstant, shortInstant } from "../../lib/format/instant.ts";
import { texts } from "./texts.ts";
import { useShownZone } from "./use-shown-zone.ts";

/** A time in Lagos or in the chosen zone; its tooltip shows seconds, UTC, ISO and Unix time. */
export function When({ at, isLong = false }: { at: Instant; isLong?: boolean }) {
  const zone = useShownZone();
  const facts = instantNotations(at);
  return (
    <time
      dateTime={facts.iso}
      title={[facts.lagos, facts.utc, facts.iso, texts.unixUnix(facts.unix)].join("\n")}
      className="whitespace-nowrap tabular-nums"
    >
      {isLong ? longInstant(at, zone) : shortInstant(at, Date.now(), zone)}
    </time>
  );
}
