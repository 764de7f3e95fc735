import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type ButtonVariant = "plain" | "primary" | "danger" | "quiet";
export type ButtonAppearance = {
  variant?: ButtonVariant;
  size?: "normal" | "small";
  icon?: LucideIcon;
  iconOnly?: boolean;
};

type ButtonProps = ButtonAppearance &
  ComponentProps<"button"> & {
    /** Stays focusable and describes the reason by `aria-describedby`; a click does nothing. Dashboard 2.4. */
    isBlocked?: boolean;
    isBusy?: boolean;
  };

const variants: Record<ButtonVariant, string> = {
  plain: "border-line bg-panel text-fg hover:border-control-line hover:bg-subtle [&_svg]:text-fg-2",
  primary: "border-fg bg-fg text-panel hover:bg-fg/85 hover:border-transparent",
  danger: "border-danger bg-danger text-on-danger hover:bg-danger/88",
  quiet: "border-transparent text-fg-2 hover:bg-mute-tint hover:text-fg",
};
const blocked = "border-line bg-subtle text-fg-3 cursor-not-allowed";

export function Button({ variant, size, icon, iconOnly, isBlocked, isBusy, onClick, ...rest }: ButtonProps) {
  const stops = isBlocked || isBusy;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (stops) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-disabled={stops || undefined}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClassName({ variant, size, iconOnly }, isBlocked), rest.className)}
    >
      {isBusy ? <Icon of={LoaderCircle} className="animate-turn" /> : icon && <Icon of={icon} />}
      {rest.children}
    </button>
  );
}

/** A small square button inside text, tables and fields: 24 px, the minimum target size. */
export function MiniButton({ icon, className, ...rest }: ComponentProps<"button"> & { icon: LucideIcon }) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        "inline-grid size-6 shrink-0 place-items-center rounded-chip text-fg-3 hover:bg-mute-tint hover:text-fg",
        className,
      )}
    >
      <Icon of={icon} size={14} />
    </button>
  );
}

type Shape = {
  variant?: ButtonVariant | undefined;
  size?: "normal" | "small" | undefined;
  iconOnly?: boolean | undefined;
};

/** The styles of buttons, and of links that look like buttons. */
export function buttonClassName({ variant = "plain", size = "normal", iconOnly }: Shape, isBlocked = false): string {
  const height = size === "small" ? "h-control-small" : "h-control";
  const width = size === "small" ? "w-control-small" : "w-control";
  return classNames(
    "inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-control border font-medium text-sm transition-colors duration-100",
    height,
    iconOnly ? width : size === "small" ? "px-2.5" : "px-3",
    isBlocked ? blocked : variants[variant],
  );
}
