import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type SelectProps<Value extends string> = Omit<ComponentProps<"select">, "onChange" | "value"> & {
  value: Value | "";
  options: readonly { value: Value; label: string }[];
  /** The label of the empty choice. */
  none?: string;
  onValue: (value: Value | null) => void;
};

/** A native select, which supports keys, touch and screen readers. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, none, onValue, className, ...rest } = props;
  return (
    <span className={classNames("relative inline-flex", className)}>
      <select
        {...rest}
        value={value}
        onChange={({ target }) => onValue(options.find((option) => option.value === target.value)?.value ?? null)}
        className={classNames(
          "h-control w-full appearance-none rounded-control border border-control-line bg-panel pr-8 pl-3 outline-offset-2 hover:border-fg-2",
          value === "" && "text-fg-2",
        )}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-fg-3">
        <Icon of={ChevronDown} size={14} />
      </span>
    </span>
  );
}
