import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type InputProps = Omit<ComponentProps<"input">, "prefix"> & {
  icon?: LucideIcon;
  /** Text before the input, such as `₦`. */
  prefix?: string;
  /** A control or key at the right end. */
  suffix?: ReactNode;
  isLarge?: boolean;
};

const frame = "rounded-control border bg-panel hover:border-fg-2";
const ring = "outline-accent outline-offset-2";

export function Input({ icon, prefix, suffix, isLarge, className, ...rest }: InputProps) {
  return (
    <div
      className={classNames(
        frame,
        ring,
        "flex w-full items-center gap-2 px-3 focus-within:outline-2",
        isLarge ? "h-12" : "h-control",
        rest["aria-invalid"] ? "border-bad" : "border-control-line",
        className,
      )}
    >
      {icon && <Icon of={icon} className="text-fg-3" />}
      {prefix && <span className="text-fg-3">{prefix}</span>}
      <input
        {...rest}
        className={classNames(
          "h-full min-w-0 flex-1 text-ellipsis bg-transparent outline-none focus-visible:outline-none",
          isLarge && "text-md",
        )}
      />
      {suffix}
    </div>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      className={classNames(
        frame,
        "block min-h-[88px] w-full resize-y px-3 py-2",
        rest["aria-invalid"] ? "border-bad" : "border-control-line",
        className,
      )}
    />
  );
}
