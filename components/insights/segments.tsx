type SegmentsProps<Value extends string> = {
  name: string;
  legend: string;
  options: readonly Value[];
  label: (option: Value) => string;
  value: Value | null;
  onValue: (value: Value) => void;
};

/** A choice of a few short options in one row, over native radio buttons. */
export function Segments<Value extends string>({ name, legend, options, label, value, onValue }: SegmentsProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-y-1 max-md:w-full print:hidden">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option} className="group relative -ml-px max-md:flex-1">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onValue(option)}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <span className="pointer-events-none inline-flex h-control-small w-full items-center justify-center whitespace-nowrap border px-2.5 font-medium text-fg-2 tabular-nums outline-accent outline-offset-2 group-first-of-type:rounded-l-control group-last-of-type:rounded-r-control group-hover:text-fg peer-checked:bg-mute-tint peer-checked:text-fg peer-focus-visible:outline-2">
            {label(option)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
