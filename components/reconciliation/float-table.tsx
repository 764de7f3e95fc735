import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Reconciliation } from "../../contract/reconciliation.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { countOf } from "../../lib/format/names.ts";
import { Chip } from "../ui/chip.tsx";
import { classNames } from "../ui/class-names.ts";
import { Money } from "../ui/money.tsx";
import { texts } from "./texts.ts";

const ROWS = [
  { name: "opening", sign: "", word: texts.openingFloat },
  { name: "in", sign: "+", word: texts.in },
  { name: "out", sign: "−", word: texts.out },
  { name: "closing", sign: "=", word: texts.closingFloat },
] as const;

type FloatTableProps = { day: Reconciliation; isDimmed: boolean; note: ReactNode };

/** Opening + in − out = closing, ours beside the bank's, to the kobo. Rails 6. */
export function FloatTable({ day, isDimmed, note }: FloatTableProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold text-md">
          {texts.float}
        </h2>
        <Verdict day={day} />
      </div>
      <table
        aria-labelledby={id}
        aria-busy={isDimmed || undefined}
        className={classNames(
          "-mx-pad w-[calc(100%+2*var(--pad))] border-separate border-spacing-0 tabular-nums transition-opacity",
          "[&_td]:h-row [&_td]:border-b [&_td]:px-1.5 [&_td]:text-right md:[&_td]:px-3 [&_th]:h-head-row [&_th]:border-b [&_th]:px-1.5 [&_th]:font-medium [&_th]:text-xs md:[&_th]:px-3",
          "[&_tr>*:first-child]:pl-pad [&_tr>*:last-child]:pr-pad",
          isDimmed && "opacity-60",
        )}
      >
        <thead className="text-fg-3">
          <tr>
            <th scope="col">
              <span className="sr-only">{texts.figure}</span>
            </th>
            <th scope="col" className="text-right">
              {texts.ourBooks}
            </th>
            <th scope="col" className="text-right @max-[560px]:pr-pad!">
              {texts.bank}
            </th>
            <th scope="col" className="text-right @max-[560px]:hidden">
              {texts.difference}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, sign, word }) => (
            <FloatRow key={name} sign={sign} word={word} figure={day[name]} isClosing={name === "closing"} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-fg-2 text-xs tabular-nums">
        {note}
        {day.timing !== 0 && <> {texts.timingIsOnDifferent(formatKobo(day.timing))}</>}
      </p>
    </section>
  );
}

type FloatRowProps = { sign: string; word: string; figure: Reconciliation["opening"]; isClosing: boolean };

function FloatRow({ sign, word, figure: { ours, bank, difference }, isClosing }: FloatRowProps) {
  const isOff = difference !== null && difference !== 0;
  return (
    <tr className={isClosing ? "font-semibold" : undefined}>
      <th scope="row" className="text-left text-sm!">
        <span aria-hidden className="inline-block w-4 text-fg-3">
          {sign}
        </span>
        {word}
      </th>
      <td>
        <Money kobo={ours} />
      </td>
      <td className="@max-[560px]:pr-pad!">
        {bank === null ? <span className="text-fg-3">–</span> : <Money kobo={bank} />}
        {isOff && (
          <span className={classNames("block text-xs @min-[560px]:hidden", isClosing ? "text-bad" : "text-fg-2")}>
            {formatKobo(difference, { signed: true })}
          </span>
        )}
      </td>
      <td
        className={classNames("@max-[560px]:hidden", isOff ? (isClosing ? "text-bad" : "") : "text-fg-3 font-normal")}
      >
        {difference === null ? "–" : <Money kobo={difference} />}
      </td>
    </tr>
  );
}

/** Whether both sides agree, and how much of the difference the open breaks explain. */
function Verdict({ day }: { day: Reconciliation }) {
  const { difference } = day.closing;
  if (difference === null) {
    return (
      <Chip tone="mute" icon={Clock}>
        {texts.noSettlementFileFor}
      </Chip>
    );
  }
  if (difference === 0) {
    return (
      <Chip tone="ok" icon={CircleCheck}>
        {texts.agreesToTheKobo}
      </Chip>
    );
  }
  const isExplained = day.explained + day.timing === difference;
  return (
    <Chip tone="bad" icon={TriangleAlert}>
      {texts.differenceDifference(formatKobo(difference))}
      {isExplained
        ? texts.explainedByBreaks(countOf(day.openBreaks.all, texts.openBreak))
        : texts.explainedExplained(formatKobo(day.explained))}
    </Chip>
  );
}
