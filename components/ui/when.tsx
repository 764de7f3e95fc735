import { type Instant, instantFacts, longInstant, shortInstant } from "../../lib/format/instant.ts";

/** An instant in Lagos; resting on it shows the second, UTC, ISO and Unix time. */
export function When({ at, isLong = false }: { at: Instant; isLong?: boolean }) {
  const facts = instantFacts(at);
  return (
    <time
      dateTime={facts.iso}
      title={[facts.lagos, facts.utc, facts.iso, `Unix ${facts.unix}`].join("\n")}
      className="whitespace-nowrap tabular-nums"
    >
      {isLong ? longInstant(at) : shortInstant(at, Date.now())}
    </time>
  );
}
