import { texts } from "./texts.ts";

type CountChip<Value extends string> = { value: Value | null; label: string; count: number | undefined };

type CountChipsProps<Value extends string> = {
  legend: string;
  value: Value | null;
  /** `null` is the chip of all rows. */
  chips: readonly CountChip<Value>[];
  onValue: (value: Value | null) => void;
};

/** Filter by one value, each with its count, whichever is selected. Scrolls sideways on a phone. */
export function CountChips<Value extends string>({ legend, value, chips, onValue }: CountChipsProps<Value>) {
  return (
    <fieldset className="scroll-none min-w-0 -mx-pad flex gap-1 overflow-x-auto py-1 pr-pad pl-[calc(var(--pad)-10px)]">
      <legend className="sr-only">{legend}</legend>
      {chips.map((chip) => (
        <button
          key={chip.value ?? "all"}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onValue(chip.value)}
          className="inline-flex h-control-small shrink-0 items-center gap-1.5 whitespace-nowrap rounded-control border border-transparent px-2.5 font-medium text-fg-2 outline-offset-[-2px] hover:bg-mute-tint hover:text-fg aria-pressed:border-control-line aria-pressed:bg-mute-tint aria-pressed:text-fg max-md:h-11"
        >
          {chip.label}{" "}
          <span className="min-w-4 font-normal tabular-nums">{chip.count?.toLocaleString("en-NG") ?? " "}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The chip of all rows and one for each value. Counts are `undefined` until they are known. */
export function countChips<Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string,
  counts: Partial<Record<Value, number>> | undefined,
): CountChip<Value>[] {
  const all = counts && values.reduce((sum, value) => sum + (counts[value] ?? 0), 0);
  return [
    { value: null, label: texts.all, count: all },
    ...values.map((value) => ({ value, label: label(value), count: counts && (counts[value] ?? 0) })),
  ];
}
