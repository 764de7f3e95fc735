import { amountParts, formatKobo } from "../../lib/format/money.ts";
import { classNames } from "./class-names.ts";

/** An amount in a line or a cell. `signed`: a movement, green for incoming money. */
export function Money({ kobo, signed = false }: { kobo: number | bigint; signed?: boolean }) {
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", signed && kobo > 0 && "text-ok")}>
      {formatKobo(kobo, { signed })}
    </span>
  );
}

/** A large figure with its kobo in grey. */
export function Figure({ kobo }: { kobo: number | bigint }) {
  const { sign, naira, kobo: fraction } = amountParts(kobo);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {sign}
      {naira}
      <span className="font-medium text-fg-3">{fraction}</span>
    </span>
  );
}
