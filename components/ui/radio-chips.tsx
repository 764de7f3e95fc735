import type { ComponentProps } from "react";

type RadioChipsProps<Value extends string> = {
  legend: string;
  options: readonly Value[];
  /** The chip's label, if it differs from the value. */
  label?: (option: Value) => string;
  /** Name, value and handlers, from a form library or plain state. */
  control: (option: Value) => ComponentProps<"input">;
};

/**
 * A choice of a few options as chips over native radio buttons, so that the browser handles arrow keys and grouping.
 */
export function RadioChips<Value extends string>(props: RadioChipsProps<Value>) {
  const { legend, options, label, control } = props;
  return (
    <fieldset className="min-w-0 max-w-full">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option} className="group relative max-w-full">
            <input
              {...control(option)}
              type="radio"
              value={option}
              className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            <span className="pointer-events-none inline-flex h-control-small max-w-full items-center rounded-control border border-control-line px-3 font-medium text-fg-2 outline-accent outline-offset-2 group-hover:border-fg-2 group-hover:text-fg peer-checked:border-fg peer-checked:bg-mute-tint peer-checked:text-fg peer-checked:inset-ring peer-checked:inset-ring-fg peer-focus-visible:outline-2">
              <span className="truncate">{label?.(option) ?? option}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
